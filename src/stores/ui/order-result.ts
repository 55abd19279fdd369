// The result of the last order, shown as a card at the top of trading pages.
import { type ReadonlySignal, signal } from '@preact/signals-react';

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

/** A new result replaces the current one. */
export function showOrderResult(next: OrderResult): void {
  clearTimeout(timer);
  result.value = next;
  timer = setTimeout(hideOrderResult, SHOWN_MS);
}

export function hideOrderResult(): void {
  clearTimeout(timer);
  result.value = null;
}
