// The shape of a maker's book: bands of distance from the fair price, narrow near the touch and wider further out.
import type { Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';

/** Bands a side; each is to hold at least one order. */
export const BANDS = 28;
/** Most orders a side; beyond it the farthest are withdrawn. */
export const MOST_ORDERS = 44;
/** Each band is this much wider than the one before. */
const WIDENING = 1.13;

/** An order of the maker that rests, as far as it knows. */
export interface Quote {
  id: number;
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
}

/** Distance in ticks at which a band starts; band 0 starts at the half spread. */
export function bandStart(band: number, halfSpreadTicks: number): number {
  const width = Math.max(1, halfSpreadTicks * 0.7);
  return halfSpreadTicks + (width * (WIDENING ** band - 1)) / (WIDENING - 1);
}

/** Band of a distance; negative inside the spread, BANDS or more beyond the last. */
export function bandOf(distanceTicks: number, halfSpreadTicks: number): number {
  const width = Math.max(1, halfSpreadTicks * 0.7);
  const beyond = distanceTicks - halfSpreadTicks;
  if (beyond < 0) return -1;
  return Math.floor(Math.log1p((beyond * (WIDENING - 1)) / width) / Math.log(WIDENING));
}

/** How far a price stands from the fair one on its own side; negative on the wrong side. */
export function distance(side: Side, priceTicks: PriceTicks, fairTicks: number): number {
  return side === 'buy' ? fairTicks - priceTicks : priceTicks - fairTicks;
}

/** The whole-tick price at a distance, rounded away from the fair price; at least one tick. */
export function priceAt(side: Side, distanceTicks: number, fairTicks: number): PriceTicks {
  return side === 'buy' ? Math.max(1, Math.floor(fairTicks - distanceTicks)) : Math.ceil(fairTicks + distanceTicks);
}
