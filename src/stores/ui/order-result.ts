// The result of the last order: a card at the top of trading pages, a toast on any other page.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { showToast } from './toast.ts';

export interface OrderResult {
  /** done: it traded. waits: it waits in the book. */
  kind: 'done' | 'waits';
  /** What became of it: "Filled". */
  title: string;
  /** "Buy 0.02849 BTC @ 65,797.20". */
  text: string;
  /** The fee, or what traded so far; '' for none. */
  detail: string;
  actions: readonly { key: string; label: string; run: () => void }[];
}

/** Long enough to read three figures and to reach a button. */
const SHOWN_MS = 8_000;

const result = signal<OrderResult | null>(null);
/** The current result, or null. */
export const orderResult: ReadonlySignal<OrderResult | null> = result;
let timer: ReturnType<typeof setTimeout> | undefined;
let cards = 0;

/** A page with a card is shown. Returns the function for its end. */
export function addResultCard(): () => void {
  cards += 1;
  return () => {
    cards -= 1;
  };
}

/** A new result replaces the current one. */
export function showOrderResult(next: OrderResult): void {
  // The user has left for a page without a card while the answer was under way.
  if (cards === 0) {
    const view = next.actions.find(({ key }) => key === 'view');
    return showToast(`${next.title} · ${next.text}`, next.kind === 'done' ? 'success' : 'info', SHOWN_MS, view);
  }
  clearTimeout(timer);
  result.value = next;
  timer = setTimeout(hideOrderResult, SHOWN_MS);
}

export function hideOrderResult(): void {
  clearTimeout(timer);
  result.value = null;
}
