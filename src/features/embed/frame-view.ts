// DOM elements of the embedded chart: header with feed status, chart, state and note.
import styles from './embed-frame.module.css';

export interface FrameView {
  /** Host element of the chart. */
  chart: HTMLElement;
  /** Updates the header; `href` is the market's page on the exchange. */
  setHeader(pair: string, interval: string, href: string, linkLabel: string): void;
  /** Shows the freshness of the feed as a colour and a text. */
  setFeedStatus(fresh: string, text: string): void;
  /** Shows a state in place of the chart; 'none' shows the chart. `retry` adds a button. */
  setState(
    kind: 'loading' | 'message' | 'none',
    title?: string,
    text?: string,
    retry?: { label: string; act: () => void },
  ): void;
  /** Shows a sentence below the chart; '' removes it. */
  setNote(text: string): void;
  /** Sets the accessible name of the chart. */
  setLabel(text: string): void;
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Creates the elements in `root`, replacing its children. */
export function createFrameView(root: HTMLElement): FrameView {
  const pair = element('strong', `num ${styles.pair}`);
  const interval = element('span', `num ${styles.interval}`);
  const feed = element('span', styles.feed);
  const link = element('a', styles.link);
  link.target = '_blank';
  link.rel = 'noopener';
  const chart = element('div', 'chart-place');
  chart.setAttribute('role', 'group');
  const state = element('div', styles.state);
  const note = element('p', styles.note);
  note.setAttribute('role', 'alert');
  root.className = styles.frame ?? '';
  root.replaceChildren(
    element('header', styles.head, pair, interval, feed, link),
    element('div', styles.body, chart, state),
    note,
  );
  const setNote = (text: string): void => {
    note.textContent = text;
    note.hidden = text === '';
  };
  setNote('');
  return {
    chart,
    setHeader(pairText, intervalText, href, linkLabel) {
      pair.textContent = pairText;
      interval.textContent = intervalText;
      link.href = href;
      link.textContent = 'DeFi ↗';
      link.setAttribute('aria-label', linkLabel);
    },
    setFeedStatus(fresh, text) {
      feed.dataset['fresh'] = fresh;
      feed.textContent = text;
    },
    setState(kind, title = '', text = '', retry) {
      state.dataset['kind'] = kind;
      state.replaceChildren(...stateElements(title, text, retry));
      state.setAttribute('role', kind === 'message' ? 'alert' : 'presentation');
    },
    setNote,
    setLabel: (text) => chart.setAttribute('aria-label', text),
  };
}

function stateElements(title: string, text: string, retry?: { label: string; act: () => void }): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (title) parts.push(element('p', styles.title, title));
  if (text) parts.push(element('p', styles.text, text));
  if (retry) {
    const button = element('button', styles.retry, retry.label);
    button.type = 'button';
    button.addEventListener('click', retry.act);
    parts.push(button);
  }
  return parts;
}
