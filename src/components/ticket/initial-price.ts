// Initial price of a ticket: the last price.
import { useCallback, useEffect, useRef } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { printSteps } from '../../../core/units/units.ts';
import { tickerOf } from '../../stores/market/tickers.ts';

/** Last price in ticks; 0 while unknown. Does not subscribe. */
export function lastTicksNow(coinInfoId: number): number {
  const ticks = tickerOf(coinInfoId).lastTicks.peek();
  return Number.isSafeInteger(ticks) ? ticks : 0;
}

/** Last price as the text of a price field; '' while unknown. */
export function initialPrice({ info, price }: Instrument): string {
  const ticks = lastTicksNow(info.id);
  return ticks > 0 ? printSteps(ticks, price) : '';
}

/**
 * Fills an empty price with the first last price that becomes known. `setDraft` must be stable. Returns the focus
 * handler of the field: from then on nothing is filled in, as it could land between two digits being typed.
 */
export function useInitialPrice<Draft extends { price: string }>(
  instrument: Instrument,
  setDraft: (change: (before: Draft) => Draft) => void,
): () => void {
  /** Filled, or the user has focused the field. */
  const done = useRef(false);
  useEffect(() => {
    const { lastTicks } = tickerOf(instrument.info.id);
    let stop: (() => void) | null = null;
    done.current = false;
    stop = lastTicks.subscribe((ticks) => {
      if (done.current || !(ticks > 0)) return;
      done.current = true;
      const price = printSteps(ticks, instrument.price);
      setDraft((before) => (before.price === '' ? { ...before, price } : before));
      queueMicrotask(() => stop?.());
    });
    return stop;
  }, [instrument, setDraft]);
  return useCallback(() => {
    done.current = true;
  }, []);
}
