// The last price as tickets begin with it.
import { useCallback, useEffect, useRef } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { printSteps } from '../../../core/units/units.ts';
import { tickerOf } from '../../stores/market/tickers.ts';

/** Last price in ticks; 0 while it is not known. Reads without following. */
export function lastTicksNow(coinInfoId: number): number {
  const ticks = tickerOf(coinInfoId).lastTicks.peek();
  return Number.isSafeInteger(ticks) ? ticks : 0;
}

/** The last price as it stands in a ticket; empty while it is not known. */
export function initialPrice({ info, price }: Instrument): string {
  const ticks = lastTicksNow(info.id);
  return ticks > 0 ? printSteps(ticks, price) : '';
}

/**
 * Fills the price once, where the ticket had to begin without: with the first last price that is known. `setDraft` must
 * be stable. Gives what is to be called when a hand comes to the field: from then on nothing is filled in, which might
 * come between two of its digits.
 */
export function useInitialPrice<Draft extends { price: string }>(
  instrument: Instrument,
  setDraft: (change: (before: Draft) => Draft) => void,
): () => void {
  /** Nothing is to be filled in any more. */
  const settled = useRef(false);
  useEffect(() => {
    const { lastTicks } = tickerOf(instrument.info.id);
    let stop: (() => void) | null = null;
    settled.current = false;
    stop = lastTicks.subscribe((ticks) => {
      if (settled.current || !(ticks > 0)) return;
      settled.current = true;
      const price = printSteps(ticks, instrument.price);
      setDraft((before) => (before.price === '' ? { ...before, price } : before));
      queueMicrotask(() => stop?.());
    });
    return stop;
  }, [instrument, setDraft]);
  return useCallback(() => {
    settled.current = true;
  }, []);
}
