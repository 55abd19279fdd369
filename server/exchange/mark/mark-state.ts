// Mark price of a market, and how a beat of the clock advances it (R9).
import { markTicks, nextBasisE8 } from '../../../core/risk/margin-mark.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { Market } from '../matching/spot-market.ts';

/**
 * `beforeTicks` is the mark price before this one; 0 for none. `basisE8` is the slow average of book middle / index -
 * 1, in 1e-8.
 */
export interface MarkState {
  markTicks: PriceTicks;
  beforeTicks: PriceTicks;
  basisE8: bigint;
}

/** Middle of a book's best prices, rounded half up; 0 while a side is empty. */
export function middleTicks({ bids, asks }: Market): PriceTicks {
  const bid = bids.best();
  const ask = asks.best();
  return bid && ask ? Math.floor((bid.priceTicks + ask.priceTicks + 1) / 2) : 0;
}

/**
 * Advances the mark price at a beat with an index tick; `indexTicks` in the market's own ticks. Returns whether the
 * mark or the one before it changed.
 */
export function advanceMark(state: MarkState, { bids, asks }: Market, indexTicks: PriceTicks): boolean {
  const { markTicks: last, beforeTicks } = state;
  state.basisE8 = nextBasisE8(state.basisE8, bids.best()?.priceTicks ?? 0, asks.best()?.priceTicks ?? 0, indexTicks);
  state.beforeTicks = last;
  state.markTicks = markTicks(indexTicks, state.basisE8);
  return state.markTicks !== last || state.beforeTicks !== beforeTicks;
}

/** Price that both of the last two marks have fallen to; 0 while there is only one. */
export function fallenTicks({ markTicks: last, beforeTicks }: MarkState): PriceTicks {
  return beforeTicks > 0 ? Math.max(last, beforeTicks) : 0;
}

/** Price that both of the last two marks have risen to; 0 while there is only one. */
export function risenTicks({ markTicks: last, beforeTicks }: MarkState): PriceTicks {
  return Math.min(last, beforeTicks);
}
