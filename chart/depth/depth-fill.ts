// Cost of a market order against one side of a book: exact sums, average price, slippage.
import { type Grid, type Lots, type PriceTicks, type Units, notionalUnits } from '../../core/units/units.ts';
import type { DepthSide } from './depth-book.ts';

/** Shares are counted in millionths. */
const MILLION = 1_000_000n;

/** How a market's numbers are written. */
export interface DepthGrids {
  price: Grid;
  amount: Grid;
}

/** A fill of `lots`, as integers of the market's grids. `worst` is the price of the last level touched. */
export interface Fill {
  lots: Lots;
  /** Sum of price times lots. */
  tickLots: bigint;
  worst: PriceTicks;
  /** The side has less than requested. */
  short: boolean;
}

/** A fill as money. */
export interface FillCost {
  lots: Lots;
  /** Paid or received, in 1e-8 of the quote coin. */
  quoteUnits: Units;
  /** Average price in 10^-decimals of the price grid, to the nearest. */
  averageScaled: bigint;
  worst: PriceTicks;
  /** Loss against the best price: in 1e-8 of the quote coin, and in millionths of the price, to the nearest. */
  slippageUnits: Units;
  slippagePpm: bigint;
  short: boolean;
}

/** Fills `lots` (above 0) from the best level on; null on an empty side. */
export function fillLots(side: DepthSide, lots: Lots): Fill | null {
  if (side.count === 0 || !(lots > 0)) return null;
  let left = lots;
  let tickLots = 0n;
  let level = 0;
  for (; level < side.count && left > 0; level += 1) {
    const taken = Math.min(left, side.lotsAt(level));
    tickLots += BigInt(side.prices[level]!) * BigInt(taken);
    left -= taken;
  }
  return { lots: lots - left, tickLots, worst: side.prices[level - 1]!, short: left > 0 };
}

/**
 * The most that can be filled while the average price stays within `ppm` millionths of the best one; null on an empty
 * side.
 */
export function fillWithin(side: DepthSide, ppm: bigint): Fill | null {
  if (side.count === 0) return null;
  const best = BigInt(side.best);
  /** Loss allowed for every lot, in ticks times a million. */
  const allowed = best * ppm;
  let lots = 0n;
  let loss = 0n;
  for (let level = 0; level < side.count; level += 1) {
    const perLot = (BigInt(side.prices[level]!) - best) * BigInt(side.way) * MILLION;
    const offered = BigInt(side.lotsAt(level));
    const over = perLot - allowed;
    const bearable = over <= 0n ? offered : (allowed * lots - loss) / over;
    const taken = bearable < offered ? bearable : offered;
    lots += taken;
    loss += perLot * taken;
    if (taken < offered) return fillLots(side, Number(lots));
  }
  const all = fillLots(side, Number(lots));
  return all && { ...all, short: true };
}

/** Money of a fill that is not empty. */
export function costOf(
  side: DepthSide,
  { lots, tickLots, worst, short }: Fill,
  { price, amount }: DepthGrids,
): FillCost {
  const unit = notionalUnits(1, price, 1, amount);
  const atBest = BigInt(side.best) * BigInt(lots);
  const loss = (tickLots - atBest) * BigInt(side.way);
  return {
    lots,
    worst,
    short,
    quoteUnits: tickLots * unit,
    averageScaled: nearest(tickLots * BigInt(price.step), BigInt(lots)),
    slippageUnits: loss * unit,
    slippagePpm: nearest(loss * MILLION, atBest),
  };
}

function nearest(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
