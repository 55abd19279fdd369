// DOM elements of the embedded chart: header with feed status, chart, state and note.
import styles from './embed-frame.module.css';

interface Retry {
  label: string;
  act: () => void;
}

export class FrameView {
  /** Host element of the chart. */
  readonly chart = element('div', 'chart-place');
  readonly #pair = element('strong', `num ${styles.pair}`);
  readonly #interval = element('span', `num ${styles.interval}`);
  readonly #feed = element('span', styles.feed);
  readonly #link = element('a', styles.link);
  readonly #state = element('div', styles.state);
  readonly #note = element('p', styles.note);

  /** Creates the elements in `root`, replacing its children. */
  constructor(root: HTMLElement) {
    this.#link.target = '_blank';
    this.#link.rel = 'noopener';
    this.chart.setAttribute('role', 'group');
    this.#note.setAttribute('role', 'alert');
    root.className = styles.frame ?? '';
    root.replaceChildren(
      element('header', styles.head, this.#pair, this.#interval, this.#feed, this.#link),
      element('div', styles.body, this.chart, this.#state),
      this.#note,
    );
    this.setNote('');
  }

  /** Updates the header; `href` is the market's page on the exchange. */
  setHeader(pair: string, interval: string, href: string, linkLabel: string): void {
    this.#pair.textContent = pair;
    this.#interval.textContent = interval;
    this.#link.href = href;
    this.#link.textContent = 'DeFi ↗';
    this.#link.setAttribute('aria-label', linkLabel);
  }

  /** Shows the freshness of the feed as a colour and a text. */
  setFeedStatus(fresh: string, text: string): void {
    this.#feed.dataset['fresh'] = fresh;
    this.#feed.textContent = text;
  }

  /** Shows a state in place of the chart; 'none' shows the chart. `retry` adds a button. */
  setState(kind: 'loading' | 'message' | 'none', title = '', text = '', retry?: Retry): void {
    this.#state.dataset['kind'] = kind;
    this.#state.replaceChildren(...stateElements(title, text, retry));
    this.#state.setAttribute('role', kind === 'message' ? 'alert' : 'presentation');
  }

  /** Shows a sentence below the chart; '' removes it. */
  setNote(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === '';
  }

  /** Sets the accessible name of the chart. */
  setLabel(text: string): void {
    this.chart.setAttribute('aria-label', text);
  }
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

function stateElements(title: string, text: string, retry?: Retry): HTMLElement[] {
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
