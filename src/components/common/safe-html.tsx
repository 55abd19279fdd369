// Renders HTML from the exchange through an allow-list of elements, parsed outside the page.
import { type ReactNode, createElement } from 'react';

/** Elements rendered as they are. Of others only the text is rendered, of DROPPED nothing. */
const ALLOWED = new Set([
  'P',
  'H2',
  'H3',
  'UL',
  'OL',
  'LI',
  'STRONG',
  'EM',
  'B',
  'I',
  'BR',
  'BLOCKQUOTE',
  'CODE',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
]);
const DROPPED = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'EMBED', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'MATH']);

/** No attribute is rendered except `href` with a path of this app or an https address. */
export function SafeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <>{nodesOf(body)}</>;
}

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, key) => elementOf(node, key));
}

function elementOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const name = element.tagName.toUpperCase();
  if (DROPPED.has(name)) return null;
  if (name === 'BR') return <br key={key} />;
  if (name === 'A') return anchor(element, key);
  const inside = nodesOf(element);
  return ALLOWED.has(name) ? createElement(name.toLowerCase(), { key }, inside) : <span key={key}>{inside}</span>;
}

function anchor(element: Element, key: number): ReactNode {
  const href = element.getAttribute('href') ?? '';
  const inside = nodesOf(element);
  if (/^\/(?![/\\])/.test(href))
    return (
      <a key={key} href={href}>
        {inside}
      </a>
    );
  return href.startsWith('https://') ? (
    <a key={key} href={href} target="_blank" rel="noreferrer noopener">
      {inside}
    </a>
  ) : (
    <span key={key}>{inside}</span>
  );
}
