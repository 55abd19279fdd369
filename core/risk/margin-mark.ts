// Mark price: the index plus a slow, limited share of the book's distance to it.
import { nearestShare } from './margin-tiers.ts';
import type { RateE8 } from './margin.ts';
import { ONE_E8, type PriceTicks } from '../units/units.ts';

/** Largest basis that counts: 0.1 %. So moving the book alone liquidates no position. */
export const MAX_BASIS_E8: RateE8 = 100_000n;
/** Beats of the exponential average of the basis: half an hour. */
const BASIS_BEATS = 1_800n;

/**
 * Mark in ticks: the index moved by the average basis, rounded to the nearest tick; 0 without an index, which means no
 * new mark.
 */
export function markTicks(indexTicks: PriceTicks, basisE8: RateE8): PriceTicks {
  return indexTicks > 0 ? Math.max(1, Number(nearestShare(BigInt(indexTicks) * (ONE_E8 + basisE8), ONE_E8))) : 0;
}

/**
 * One step of the average basis: the book's middle over the index, at most 0.1 %, with weight 1/1800. Unchanged when a
 * price is missing.
 */
export function nextBasisE8(
  basisE8: RateE8,
  bidTicks: PriceTicks,
  askTicks: PriceTicks,
  indexTicks: PriceTicks,
): RateE8 {
  if (bidTicks <= 0 || askTicks <= 0 || indexTicks <= 0) return basisE8;
  const now = nearestShare(BigInt(bidTicks + askTicks) * ONE_E8, 2n * BigInt(indexTicks)) - ONE_E8;
  const sample = now > MAX_BASIS_E8 ? MAX_BASIS_E8 : now < -MAX_BASIS_E8 ? -MAX_BASIS_E8 : now;
  return basisE8 + nearestShare(sample - basisE8, BASIS_BEATS);
}
