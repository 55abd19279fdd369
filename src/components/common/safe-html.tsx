// Text of the exchange that comes as HTML: parsed apart from the page, and drawn again from a short list of elements;
// nothing else gets through.
import { type ReactNode, createElement } from 'react';

/** Elements that are kept, by what they become; of all others only the text stays, of these nothing. */
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

/** Attributes never get through, except the address of a link into this app or to an https page. */
export function SafeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <>{nodesOf(body)}</>;
}

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, key) => drawn(node, key));
}

function drawn(node: Node, key: number): ReactNode {
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
