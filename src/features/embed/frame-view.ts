// The frame's elements: a line with the market, the feed's light and the way to the exchange, the chart, and what it
// has to say.
import styles from './frame.module.css';

export interface FrameView {
  /** Where the chart stands. */
  chart: HTMLElement;
  /** The line above the chart; `href` leads to the market's page. */
  head(pair: string, interval: string, href: string, linkLabel: string): void;
  /** The feed: how fresh, and in words. */
  light(fresh: string, text: string): void;
  /** In place of the chart; '' shows it. `retry` is what the button does. */
  state(
    kind: 'loading' | 'message' | 'none',
    title?: string,
    text?: string,
    retry?: { label: string; act: () => void },
  ): void;
  /** A sentence below the chart; '' takes it away. */
  note(text: string): void;
  /** What the chart is, for those who do not see it. */
  label(text: string): void;
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Builds the frame's elements in `root`. */
export function makeFrameView(root: HTMLElement): FrameView {
  const pair = make('strong', `num ${styles.pair}`);
  const interval = make('span', `num ${styles.interval}`);
  const light = make('span', styles.light);
  const link = make('a', styles.link);
  link.target = '_blank';
  link.rel = 'noopener';
  const chart = make('div', styles.chart);
  chart.setAttribute('role', 'group');
  const state = make('div', styles.state);
  const note = make('p', styles.note);
  note.setAttribute('role', 'alert');
  root.className = styles.frame ?? '';
  root.replaceChildren(
    make('header', styles.head, pair, interval, light, link),
    make('div', styles.place, chart, state),
    note,
  );
  const setNote = (text: string): void => {
    note.textContent = text;
    note.hidden = text === '';
  };
  setNote('');
  return {
    chart,
    head(pairText, intervalText, href, linkLabel) {
      pair.textContent = pairText;
      interval.textContent = intervalText;
      link.href = href;
      link.textContent = 'DeFi ↗';
      link.setAttribute('aria-label', linkLabel);
    },
    light(fresh, text) {
      light.dataset['fresh'] = fresh;
      light.textContent = text;
    },
    state(kind, title = '', text = '', retry) {
      state.dataset['kind'] = kind;
      state.replaceChildren(...stateParts(title, text, retry));
      state.setAttribute('role', kind === 'message' ? 'alert' : 'presentation');
    },
    note: setNote,
    label: (text) => chart.setAttribute('aria-label', text),
  };
}

function stateParts(title: string, text: string, retry?: { label: string; act: () => void }): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (title) parts.push(make('p', styles.title, title));
  if (text) parts.push(make('p', styles.text, text));
  if (retry) {
    const button = make('button', styles.retry, retry.label);
    button.type = 'button';
    button.addEventListener('click', retry.act);
    parts.push(button);
  }
  return parts;
}
