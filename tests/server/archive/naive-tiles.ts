// Tiles computed in the plainest way from a list of all events: the twin of the fast ones.
import { ASK, BID, type SideCode } from '../../../core/feed/checksum.ts';
import { DEPTH_COLUMNS, type DepthTile, roundedSize } from '../../../core/market-data/depth-tile.ts';
import type { FlowTile } from '../../../core/market-data/flow-tile.ts';
import type { Past } from './recorded-market.ts';

/** Times of a tile that were not recorded. */
export function naiveSeams({ recorded }: Past, fromMs: number, untilMs: number): [number, number][] {
  const seams: [number, number][] = [];
  let known = fromMs;
  for (const [from, to] of recorded) {
    if (from > known && known < untilMs) seams.push([known, Math.min(from, untilMs)]);
    known = Math.max(known, to);
  }
  if (known < untilMs) seams.push([known, untilMs]);
  return seams;
}

function wasRecorded({ recorded }: Past, ts: number): boolean {
  return recorded.some(([from, to]) => ts >= from && ts <= to);
}

type Cells = Map<string, [sold: number, bought: number]>;

/** Start of the bar or column, and the level, to lots, from the trades of a tile's time. */
export function naiveTrades(
  past: Past,
  { fromMs, levelTicks, untilMs }: FlowTile | DepthTile,
  stepMs: number,
  steps: number,
): Cells {
  const cells: Cells = new Map();
  for (const { event } of past.events) {
    if (event.kind !== 'trade' || event.ts < fromMs || event.ts >= untilMs || !wasRecorded(past, event.ts)) continue;
    const step = Math.floor((event.ts - fromMs) / stepMs);
    if (step >= steps) continue;
    const key = `${fromMs + step * stepMs} ${Math.floor(event.priceTicks / levelTicks)}`;
    const [sold, bought] = cells.get(key) ?? [0, 0];
    cells.set(key, event.side === 'sell' ? [sold + event.lots, bought] : [sold, bought + event.lots]);
  }
  return cells;
}

export function depthTrades({ trades, fromMs, columnMs }: DepthTile): Cells {
  return new Map(
    Array.from(trades.column, (column, at) => [
      `${fromMs + column * columnMs} ${trades.level[at]}`,
      [trades.sold[at]!, trades.bought[at]!],
    ]),
  );
}

export function flowCells(tile: FlowTile): Cells {
  const cells: Cells = new Map();
  let cell = 0;
  for (const [bar, count] of tile.levelCount.entries())
    for (let at = 0; at < count; at++, cell++)
      if (tile.sold[cell]! > 0 || tile.bought[cell]! > 0)
        cells.set(`${tile.time[bar]} ${tile.firstLevel[bar]! + at}`, [tile.sold[cell]!, tile.bought[cell]!]);
  return cells;
}

interface NaiveColumn {
  bestBid: number;
  bestAsk: number;
  /** `side level` to the size as it is sent. */
  sizes: Map<string, number>;
}

/** Lots at each price of a side. */
type NaiveBook = Record<SideCode, Map<number, number>>;
const newBook = (): NaiveBook => ({ 1: new Map(), 2: new Map() });

/** Books at the end of each column, within the tile's levels; null where it is not known. */
export function naiveColumns(past: Past, tile: DepthTile): (NaiveColumn | null)[] {
  const { fromMs, columnMs, untilMs } = tile;
  const columns: (NaiveColumn | null)[] = [];
  let next = 0;
  let book = newBook();
  let isLost = true;
  for (let column = 0; column < DEPTH_COLUMNS && fromMs + column * columnMs < untilMs; column++) {
    const end = Math.min(fromMs + (column + 1) * columnMs, untilMs);
    for (; next < past.events.length && past.events[next]!.ts < end; next++) {
      const { event, ts } = past.events[next]!;
      if (past.recorded.some(([from]) => from === ts) && past.events[next - 1]?.ts !== ts) book = newBook();
      if (event.kind === 'bookReset') {
        book = newBook();
        isLost = true;
      } else if (event.kind === 'level') {
        if (event.lots === 0) book[event.side].delete(event.priceTicks);
        else book[event.side].set(event.priceTicks, event.lots);
        if (event.lots > 0) isLost = false;
      }
    }
    const isKnown = past.recorded.some(([from, to]) => from < end && to >= end);
    columns.push(isKnown && !isLost ? columnOf(book, tile) : null);
  }
  return columns;
}

function columnOf(book: NaiveBook, { levelTicks, lowLevel, levels }: DepthTile): NaiveColumn {
  const sizes = new Map<string, number>();
  for (const side of [BID, ASK] as const) {
    const sums = new Map<number, number>();
    for (const [price, lots] of book[side]) {
      const level = Math.floor(price / levelTicks);
      if (level >= lowLevel && level < lowLevel + levels) sums.set(level, (sums.get(level) ?? 0) + lots);
    }
    for (const [level, lots] of sums) sizes.set(`${side} ${level}`, roundedSize(lots));
  }
  const prices = (side: SideCode): number[] => [...book[side].keys()];
  return {
    bestBid: prices(BID).reduce((best, price) => Math.max(best, price), 0),
    bestAsk: prices(ASK).reduce((best, price) => (best === 0 ? price : Math.min(best, price)), 0),
    sizes,
  };
}

export function depthColumns(tile: DepthTile): (NaiveColumn | null)[] {
  return Array.from({ length: tile.columns }, (_, column) => {
    const [bestBid, bestAsk] = [tile.bestBids[column]!, tile.bestAsks[column]!];
    const sizes = new Map<string, number>();
    for (const [side, all] of [
      [1, tile.bids],
      [2, tile.asks],
    ] as const)
      for (let level = 0; level < tile.levels; level++) {
        const size = all[column * tile.levels + level]!;
        if (size > 0) sizes.set(`${side} ${tile.lowLevel + level}`, size);
      }
    return bestBid === 0 && bestAsk === 0 && sizes.size === 0 ? null : { bestBid, bestAsk, sizes };
  });
}
