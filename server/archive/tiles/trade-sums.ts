// Trades of a tile: sums by column and level, from digests, and with coarser levels.
import type { DepthTrades } from '../../../core/market-data/depth-tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type DigestPiece, type TradeColumn, eachTradeColumn } from './digest-piece.ts';

interface TradeSpan {
  fromMs: EpochMs;
  /** Length of a column. */
  stepMs: number;
  columns: number;
  levelTicks: number;
}

/** What is not read yet of a digest's column, whose prices ascend. */
interface Run extends TradeColumn {
  next: number;
}

/** A column of a tile is merged from those of its digests: in order, no sum is looked up. */
export function tradesOf(
  pieces: readonly DigestPiece[],
  { fromMs, stepMs, columns, levelTicks }: TradeSpan,
): DepthTrades {
  const runs: Run[][] = Array.from({ length: columns }, () => []);
  let cells = 0;
  for (const piece of pieces)
    eachTradeColumn(piece, (ts, column) => {
      const own = runs[Math.floor((ts - fromMs) / stepMs)];
      if (!own || column.prices.length === 0) return;
      own.push({ ...column, next: 0 });
      cells += column.prices.length;
    });
  const trades = emptyTrades(cells);
  let size = 0;
  for (const [column, own] of runs.entries()) {
    const first = size;
    while (own.length > 0) {
      const run = lowestOf(own);
      const { prices, lots, next } = run;
      const level = Math.floor(prices[next]! / levelTicks);
      if (size === first || trades.level[size - 1] !== level) {
        trades.column[size] = column;
        trades.level[size] = level;
        size += 1;
      }
      trades.sold[size - 1]! += lots[2 * next]!;
      trades.bought[size - 1]! += lots[2 * next + 1]!;
      run.next += 1;
      if (run.next === prices.length) own.splice(own.indexOf(run), 1);
    }
  }
  return firstOf(trades, size);
}

/** The one whose next price is the lowest. */
function lowestOf(runs: readonly Run[]): Run {
  let lowest = runs[0]!;
  for (let at = 1; at < runs.length; at++) {
    const run = runs[at]!;
    if (run.prices[run.next]! < lowest.prices[lowest.next]!) lowest = run;
  }
  return lowest;
}

/** The same with `times` as many ticks a level. */
export function coarserTrades({ column, level, sold, bought }: DepthTrades, times: number): DepthTrades {
  const all = emptyTrades(column.length);
  let size = 0;
  for (let at = 0; at < column.length; at++) {
    const coarse = Math.floor(level[at]! / times);
    // They are in order: those of one coarser level follow each other.
    const isNew = size === 0 || all.column[size - 1] !== column[at] || all.level[size - 1] !== coarse;
    if (isNew) size += 1;
    all.column[size - 1] = column[at]!;
    all.level[size - 1] = coarse;
    all.sold[size - 1]! += sold[at]!;
    all.bought[size - 1]! += bought[at]!;
  }
  return firstOf(all, size);
}

function emptyTrades(size: number): DepthTrades {
  return {
    column: new Uint16Array(size),
    level: new Float64Array(size),
    sold: new Float64Array(size),
    bought: new Float64Array(size),
  };
}

function firstOf({ column, level, sold, bought }: DepthTrades, size: number): DepthTrades {
  return {
    column: column.slice(0, size),
    level: level.slice(0, size),
    sold: sold.slice(0, size),
    bought: bought.slice(0, size),
  };
}
