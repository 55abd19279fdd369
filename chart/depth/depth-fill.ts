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

/** A fill of `lots`, as integers of the market's grids. `worstTicks` is the price of the last level touched. */
export interface DepthFill {
  lots: Lots;
  /** Sum of price times lots. */
  tickLots: bigint;
  worstTicks: PriceTicks;
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
  worstTicks: PriceTicks;
  /** Loss against the best price: in 1e-8 of the quote coin, and in millionths of the price, to the nearest. */
  slippageUnits: Units;
  slippagePpm: bigint;
  short: boolean;
}

/** Fills `lots` (above 0) from the best level on; null on an empty side. */
export function fillLots(side: DepthSide, lots: Lots): DepthFill | null {
  if (side.count === 0 || !(lots > 0)) return null;
  let leftLots = lots;
  let tickLots = 0n;
  let level = 0;
  for (; level < side.count && leftLots > 0; level += 1) {
    const takenLots = Math.min(leftLots, side.lotsAt(level));
    tickLots += BigInt(side.priceTicks[level]!) * BigInt(takenLots);
    leftLots -= takenLots;
  }
  return { lots: lots - leftLots, tickLots, worstTicks: side.priceTicks[level - 1]!, short: leftLots > 0 };
}

/**
 * The most that can be filled while the average price stays within `ppm` millionths of the best one; null on an empty
 * side.
 */
export function fillWithin(side: DepthSide, ppm: bigint): DepthFill | null {
  if (side.count === 0) return null;
  const bestTicks = BigInt(side.bestTicks);
  // Losses against the best price, in ticks times a million: what every lot may lose, and the sum over `lots`.
  const allowedLoss = bestTicks * ppm;
  let lossSum = 0n;
  let lots = 0n;
  for (let level = 0; level < side.count; level += 1) {
    const lotLoss = (BigInt(side.priceTicks[level]!) - bestTicks) * BigInt(side.way) * MILLION;
    const offeredLots = BigInt(side.lotsAt(level));
    const excessLoss = lotLoss - allowedLoss;
    const bearableLots = excessLoss <= 0n ? offeredLots : (allowedLoss * lots - lossSum) / excessLoss;
    const takenLots = bearableLots < offeredLots ? bearableLots : offeredLots;
    lots += takenLots;
    lossSum += lotLoss * takenLots;
    if (takenLots < offeredLots) return fillLots(side, Number(lots));
  }
  const all = fillLots(side, Number(lots));
  return all && { ...all, short: true };
}

/** Money of a fill that is not empty. */
export function costOf(
  side: DepthSide,
  { lots, tickLots, worstTicks, short }: DepthFill,
  { price, amount }: DepthGrids,
): FillCost {
  const tickLotUnits = notionalUnits(1, price, 1, amount);
  const bestTickLots = BigInt(side.bestTicks) * BigInt(lots);
  const lossTickLots = (tickLots - bestTickLots) * BigInt(side.way);
  return {
    lots,
    worstTicks,
    short,
    quoteUnits: tickLots * tickLotUnits,
    averageScaled: nearest(tickLots * BigInt(price.step), BigInt(lots)),
    slippageUnits: lossTickLots * tickLotUnits,
    slippagePpm: nearest(lossTickLots * MILLION, bestTickLots),
  };
}

/** The quotient of a number from 0 on and one above 0, rounded half up. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
