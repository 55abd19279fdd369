// How much more rests on one side of the book than on the other, near the middle price.
import type { DepthTile } from '../../core/market-data/depth-tile.ts';
import type { OrderBook } from '../book/order-book.ts';

const TENTHS = 10;
const TENTHS_OF_ALL = 1_000;

/** Ticks of a depth, which is whole tenths of a percent: exact where it is a whole number, at which a level may be. */
function depthTicksOf(middle: number, depthPercent: number): number {
  return (middle * Math.round(depthPercent * TENTHS)) / TENTHS_OF_ALL;
}

/** (bids - asks) / (bids + asks) of the lots within `depthPercent` of the middle price; NaN where a side is empty. */
export function imbalanceOf({ bids, asks }: OrderBook, depthPercent: number): number {
  const middle = (bids.priceAt(0) + asks.priceAt(0)) / 2;
  if (Number.isNaN(middle)) return NaN;
  const depth = depthTicksOf(middle, depthPercent);
  const low = middle - depth;
  const high = middle + depth;
  let bid = 0;
  let ask = 0;
  for (let rank = 0; rank < bids.length && bids.priceAt(rank) >= low; rank++) bid += bids.lotsAt(rank);
  for (let rank = 0; rank < asks.length && asks.priceAt(rank) <= high; rank++) ask += asks.lotsAt(rank);
  return (bid - ask) / (bid + ask);
}

/** The same of a column of a tile: a level counts where the middle of its prices is within the depth. */
export function tileImbalance(tile: DepthTile, column: number, depthPercent: number): number {
  const { levelTicks, lowLevel, levels, bids, asks } = tile;
  const [bestBid, bestAsk] = [tile.bestBids[column]!, tile.bestAsks[column]!];
  if (bestBid === 0 || bestAsk === 0) return NaN;
  const middle = (bestBid + bestAsk) / 2;
  const depth = depthTicksOf(middle, depthPercent);
  let bid = 0;
  let ask = 0;
  for (let at = 0; at < levels; at++) {
    const price = (lowLevel + at) * levelTicks + (levelTicks - 1) / 2;
    if (Math.abs(price - middle) > depth) continue;
    bid += bids[column * levels + at]!;
    ask += asks[column * levels + at]!;
  }
  return (bid - ask) / (bid + ask);
}

/** Whether a column of a tile is over, and was recorded to its end. */
export function isColumnKnown({ fromMs, columnMs, untilMs, seams }: DepthTile, column: number): boolean {
  const endMs = fromMs + (column + 1) * columnMs;
  return endMs <= untilMs && !seams.some(([from, to]) => from < endMs && endMs <= to);
}
