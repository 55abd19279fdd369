// The mark price: what profit and liquidation are measured by, so that one bad print liquidates nobody.
import { ONE_E8, nearestShare } from './margin-tiers.ts';
import type { RateE8 } from './margin.ts';
import type { PriceTicks } from './units.ts';

/** What a mark is made of. 0 means: not there (no trade yet, an empty side, no index). */
export interface MarkInput {
  lastTicks: PriceTicks;
  indexTicks: PriceTicks;
  /** Moving average of how far the middle stands from the index. */
  basisE8: RateE8;
  bidTicks: PriceTicks;
  askTicks: PriceTicks;
}

/**
 * Median of last price, index with basis, and the middle of the book (FORMULAS 19), to the nearest tick. With two of them the middle
 * between them, with one that one, with none 0: there is no mark, and nothing may be liquidated by it.
 */
export function markTicks(input: MarkInput): PriceTicks {
  const prices: bigint[] = [];
  if (input.lastTicks > 0) prices.push(BigInt(input.lastTicks) * 2n * ONE_E8);
  if (input.indexTicks > 0) prices.push(BigInt(input.indexTicks) * 2n * (ONE_E8 + input.basisE8));
  if (input.bidTicks > 0 && input.askTicks > 0) prices.push(BigInt(input.bidTicks + input.askTicks) * ONE_E8);
  prices.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [low, middle, high] = prices;
  if (low === undefined) return 0;
  const sum = high !== undefined && middle !== undefined ? middle * 2n : low + (middle ?? low);
  return Math.max(1, Number(nearestShare(sum, 4n * ONE_E8)));
}

/** One step of the basis average: the middle of the book over the index, weighted `weightE8` (0 to 100 %). Unchanged when one is missing. */
export function nextBasisE8(basisE8: RateE8, bidTicks: PriceTicks, askTicks: PriceTicks, indexTicks: PriceTicks, weightE8: RateE8): RateE8 {
  if (bidTicks <= 0 || askTicks <= 0 || indexTicks <= 0) return basisE8;
  const now = nearestShare(BigInt(bidTicks + askTicks) * ONE_E8, 2n * BigInt(indexTicks)) - ONE_E8;
  return basisE8 + nearestShare((now - basisE8) * weightE8, ONE_E8);
}
