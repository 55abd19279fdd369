// Initial price of a ticket: the last price, once it is live.
import { computed } from '@preact/signals-react';
import { useCallback, useEffect, useRef } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { printSteps } from '../../../core/units/units.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { tickersFreshness } from '../../stores/market/view-freshness.ts';

/** Last price in ticks; 0 while unknown. Does not subscribe. */
export function lastTicksNow(coinInfoId: number): number {
  const ticks = tickerOf(coinInfoId).lastTicks.peek();
  return Number.isSafeInteger(ticks) ? ticks : 0;
}

/**
 * Last price as the text of a price field; '' while none is live: one of an earlier visit, or from before a reconnect,
 * is no price to trade at.
 */
export function initialPrice({ info, price }: Instrument): string {
  const ticks = tickersFreshness.fresh.peek() === 'live' ? lastTicksNow(info.id) : 0;
  return ticks > 0 ? printSteps(ticks, price) : '';
}

/**
 * Fills an empty price with the first last price that is live. `setDraft` must be stable. Returns the focus
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
    const live = computed(() => (tickersFreshness.fresh.value === 'live' ? lastTicks.value : 0));
    stop = live.subscribe((ticks) => {
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
