// Where a market's mark stands, and how a beat of the clock moves it on (R9).
import { markTicks, nextBasisE8 } from '../../../contract/margin-mark.ts';
import type { PriceTicks } from '../../../contract/units.ts';
import type { Market } from '../matching/market.ts';

/** `basisE8` is the slow average of the book's middle / index - 1, in 1e-8. `markTicks` is 0 before the first. */
export interface MarkState {
  markTicks: PriceTicks;
  basisE8: bigint;
}

/** Weight of a new distance in the average, in 1e-8: a sixtieth, so that a minute's beats move it by about two thirds. */
const BASIS_WEIGHT_E8 = 1_666_667n;

/** Middle of a book's best prices, rounded half up; 0 while a side is empty. */
export function middleTicks({ bids, asks }: Market): PriceTicks {
  const bid = bids.best();
  const ask = asks.best();
  return bid && ask ? Math.floor((bid.priceTicks + ask.priceTicks + 1) / 2) : 0;
}

/** One beat; `indexTicks` is in the market's own ticks, 0 for none. Without any price the mark stays. Answers whether it changed. */
export function moveMark(state: MarkState, { bids, asks, lastPriceTicks: lastTicks }: Market, indexTicks: PriceTicks): boolean {
  const before = state.markTicks;
  const bidTicks = bids.best()?.priceTicks ?? 0;
  const askTicks = asks.best()?.priceTicks ?? 0;
  state.basisE8 = nextBasisE8(state.basisE8, bidTicks, askTicks, indexTicks, BASIS_WEIGHT_E8);
  state.markTicks = markTicks({ lastTicks, indexTicks, basisE8: state.basisE8, bidTicks, askTicks }) || before;
  return state.markTicks !== before;
}
