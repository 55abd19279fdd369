// The last price as tickets begin with it.
import { useCallback, useEffect, useRef } from 'react';
import type { Instrument } from '../../contract/instrument.ts';
import { printSteps } from '../../contract/units.ts';
import { tickerOf } from '../state/tickers.ts';

/** Last price in ticks; 0 while it is not known. Reads without following. */
export function lastTicksNow(coinInfoId: number): number {
  const ticks = tickerOf(coinInfoId).lastTicks.peek();
  return Number.isSafeInteger(ticks) ? ticks : 0;
}

/** The last price as it stands in a ticket; empty while it is not known. */
export function firstPrice({ info, price }: Instrument): string {
  const ticks = lastTicksNow(info.id);
  return ticks > 0 ? printSteps(ticks, price) : '';
}

/**
 * Fills the price once, where the ticket had to begin without: with the first last price that is known. `fill` must be stable. Gives what is to be called
 * when a hand comes to the field: from then on nothing is filled in, which might come between two of its digits.
 */
export function useFirstPrice(instrument: Instrument, fill: (price: string) => void): () => void {
  /** Nothing is to be filled in any more. */
  const settled = useRef(false);
  useEffect(() => {
    const { lastTicks } = tickerOf(instrument.info.id);
    let stop: (() => void) | null = null;
    settled.current = false;
    stop = lastTicks.subscribe((ticks) => {
      if (settled.current || !(ticks > 0)) return;
      settled.current = true;
      fill(printSteps(ticks, instrument.price));
      queueMicrotask(() => stop?.());
    });
    return stop;
  }, [instrument, fill]);
  return useCallback(() => { settled.current = true; }, []);
}
