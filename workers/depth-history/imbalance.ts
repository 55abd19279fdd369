// How much more rests on one side of the book than on the other, near the middle price.
import type { DepthTile } from '../../core/market-data/depth-tile.ts';
import type { OrderBook } from '../book/order-book.ts';

/** (bids - asks) / (bids + asks) of the lots within `share` of the middle price; NaN where a side is empty. */
export function imbalanceOf({ bids, asks }: OrderBook, share: number): number {
  const middle = (bids.priceAt(0) + asks.priceAt(0)) / 2;
  if (Number.isNaN(middle)) return NaN;
  const low = middle * (1 - share);
  const high = middle * (1 + share);
  let bid = 0;
  let ask = 0;
  for (let rank = 0; rank < bids.length && bids.priceAt(rank) >= low; rank++) bid += bids.lotsAt(rank);
  for (let rank = 0; rank < asks.length && asks.priceAt(rank) <= high; rank++) ask += asks.lotsAt(rank);
  return (bid - ask) / (bid + ask);
}

/** The same of a column of a tile: a level counts where the middle of its prices is within the depth. */
export function tileImbalance(tile: DepthTile, column: number, share: number): number {
  const { levelTicks, lowLevel, levels, bids, asks } = tile;
  const [bestBid, bestAsk] = [tile.bestBids[column]!, tile.bestAsks[column]!];
  if (bestBid === 0 || bestAsk === 0) return NaN;
  const middle = (bestBid + bestAsk) / 2;
  let bid = 0;
  let ask = 0;
  for (let at = 0; at < levels; at++) {
    const price = (lowLevel + at) * levelTicks + (levelTicks - 1) / 2;
    if (price < middle * (1 - share) || price > middle * (1 + share)) continue;
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
