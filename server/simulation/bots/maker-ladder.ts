// Shape of a maker's book: price bands around the fair price, wider with distance.
import type { Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';

/** Bands per side; the maker keeps at least one order in each. */
export const BANDS = 28;
/** Most orders per side; the farthest above it are cancelled. */
export const MAX_ORDERS = 44;
/** Ratio of the widths of two neighbouring bands. */
const WIDTH_RATIO = 1.13;

/** A resting order of the maker, as last reported by the exchange. */
export interface Quote {
  id: number;
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
}

/** Distance in ticks at which a band starts; band 0 starts at the half spread. */
export function bandStart(band: number, halfSpreadTicks: number): number {
  const width = Math.max(1, halfSpreadTicks * 0.7);
  return halfSpreadTicks + (width * (WIDTH_RATIO ** band - 1)) / (WIDTH_RATIO - 1);
}

/** Band of a distance; negative inside the spread, BANDS or more beyond the last. */
export function bandOf(distanceTicks: number, halfSpreadTicks: number): number {
  const width = Math.max(1, halfSpreadTicks * 0.7);
  const beyond = distanceTicks - halfSpreadTicks;
  if (beyond < 0) return -1;
  return Math.floor(Math.log1p((beyond * (WIDTH_RATIO - 1)) / width) / Math.log(WIDTH_RATIO));
}

/** Distance of a price from the fair price on its own side; negative on the wrong side. */
export function distance(side: Side, priceTicks: PriceTicks, fairTicks: number): number {
  return side === 'buy' ? fairTicks - priceTicks : priceTicks - fairTicks;
}

/** The whole-tick price at a distance, rounded away from the fair price; at least one tick. */
export function priceAt(side: Side, distanceTicks: number, fairTicks: number): PriceTicks {
  return side === 'buy' ? Math.max(1, Math.floor(fairTicks - distanceTicks)) : Math.ceil(fairTicks + distanceTicks);
}
