// Mark price, used for profit and liquidation. It follows the index; the contract's own book moves it
// only slowly and within a limit, so that moving that book liquidates no position.
import { ONE_E8, nearestShare } from './margin-tiers.ts';
import type { RateE8 } from './margin.ts';
import type { PriceTicks } from '../units/units.ts';

/** A book further from its index than this counts as this far: 0.1 %. */
export const MOST_BASIS_E8: RateE8 = 100_000n;
/** Beats over which the distance is averaged: half an hour. */
const BASIS_BEATS = 1_800n;

/** Index moved by the slow distance of the book, to the nearest tick; 0 without an index: then there is no new mark. */
export function markTicks(indexTicks: PriceTicks, basisE8: RateE8): PriceTicks {
  return indexTicks > 0 ? Math.max(1, Number(nearestShare(BigInt(indexTicks) * (ONE_E8 + basisE8), ONE_E8))) : 0;
}

/**
 * One step of the average distance: the middle of the book over the index, at most 0.1 %, weighs a 1 800th. Unchanged
 * when one is missing.
 */
export function nextBasisE8(
  basisE8: RateE8,
  bidTicks: PriceTicks,
  askTicks: PriceTicks,
  indexTicks: PriceTicks,
): RateE8 {
  if (bidTicks <= 0 || askTicks <= 0 || indexTicks <= 0) return basisE8;
  const now = nearestShare(BigInt(bidTicks + askTicks) * ONE_E8, 2n * BigInt(indexTicks)) - ONE_E8;
  const sample = now > MOST_BASIS_E8 ? MOST_BASIS_E8 : now < -MOST_BASIS_E8 ? -MOST_BASIS_E8 : now;
  return basisE8 + nearestShare(sample - basisE8, BASIS_BEATS);
}
