// Trades of a depth tile: sums by column and level, from digests, and with coarser levels.
import type { DepthTile, DepthTrades } from '../../../core/market-data/depth-tile.ts';
import { type DigestPiece, eachTrade } from './digest-piece.ts';

type TradeSpan = Pick<DepthTile, 'fromMs' | 'columnMs' | 'levelTicks' | 'columns'>;

export function depthTradesOf(
  pieces: readonly DigestPiece[],
  { fromMs, columnMs, levelTicks, columns }: TradeSpan,
): DepthTrades {
  // For each column its levels, and where their sums are.
  const places = Array.from({ length: columns }, () => new Map<number, number>());
  const sold: number[] = [];
  const bought: number[] = [];
  for (const piece of pieces)
    eachTrade(piece, (ts, price, soldLots, boughtLots) => {
      const levels = places[Math.floor((ts - fromMs) / columnMs)];
      if (!levels) return;
      const level = Math.floor(price / levelTicks);
      const at = levels.get(level);
      if (at === undefined) {
        levels.set(level, sold.push(soldLots) - 1);
        bought.push(boughtLots);
      } else {
        sold[at]! += soldLots;
        bought[at]! += boughtLots;
      }
    });
  const trades = emptyTrades(sold.length);
  let size = 0;
  for (const [column, levels] of places.entries())
    for (const level of Float64Array.from(levels.keys()).sort()) {
      const at = levels.get(level)!;
      trades.column[size] = column;
      trades.level[size] = level;
      trades.sold[size] = sold[at]!;
      trades.bought[size] = bought[at]!;
      size += 1;
    }
  return trades;
}

/** The same with `times` as many ticks a level. */
export function coarserTrades({ column, level, sold, bought }: DepthTrades, times: number): DepthTrades {
  const all = emptyTrades(column.length);
  let size = 0;
  for (let at = 0; at < column.length; at++) {
    const coarse = Math.floor(level[at]! / times);
    // They are in order: those of one coarser level stand together.
    const isNew = size === 0 || all.column[size - 1] !== column[at] || all.level[size - 1] !== coarse;
    if (isNew) size += 1;
    all.column[size - 1] = column[at]!;
    all.level[size - 1] = coarse;
    all.sold[size - 1]! += sold[at]!;
    all.bought[size - 1]! += bought[at]!;
  }
  return {
    column: all.column.slice(0, size),
    level: all.level.slice(0, size),
    sold: all.sold.slice(0, size),
    bought: all.bought.slice(0, size),
  };
}

function emptyTrades(size: number): DepthTrades {
  return {
    column: new Uint16Array(size),
    level: new Float64Array(size),
    sold: new Float64Array(size),
    bought: new Float64Array(size),
  };
}
