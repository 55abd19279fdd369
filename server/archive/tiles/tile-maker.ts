// Makes tiles from digests, with levels as fine as was requested or as fit.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  DEPTH_COLUMNS,
  type DepthTile,
  MAX_DEPTH_LEVELS,
  encodeDepthTile,
  roundedSize,
} from '../../../core/market-data/depth-tile.ts';
import {
  FLOW_BARS,
  type FlowTile,
  MAX_FLOW_CELLS,
  coarserFlowTile,
  encodeFlowTile,
} from '../../../core/market-data/flow-tile.ts';
import { MAX_TILE_BYTES, coarserLevelTicks } from '../../../core/market-data/tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { BookCopy } from '../../../core/market-data/archive-block.ts';
import { coarserTrades, depthTradesOf } from './depth-trades.ts';
import {
  type DigestPiece,
  type TradeSums,
  addTrade,
  eachBook,
  eachTrade,
  headOfTrades,
  seamsOf,
} from './digest-piece.ts';

const zip = promisify(gzip);

/** Levels below the lowest best bid and above the highest best ask of a depth tile. */
const MARGIN_LEVELS = 96;

export interface TileRequest {
  coinInfoId: number;
  fromMs: EpochMs;
  /** Length of a bar or a column. */
  stepMs: number;
  levelTicks: number;
  /** What happened before this is complete. */
  untilMs: EpochMs;
}

/** A flow tile as gzip, not larger than tiles may be. */
export async function makeFlowTile(pieces: readonly DigestPiece[], request: TileRequest): Promise<Uint8Array> {
  for (let tile = flowTileOf(pieces, request); ; tile = coarserFlowTile(tile, coarserLevelTicks(tile.levelTicks))) {
    if (tile.sold.length > MAX_FLOW_CELLS) continue;
    const bytes = await fitting(encodeFlowTile(tile));
    if (bytes) return bytes;
  }
}

/** A depth tile as gzip, not larger than tiles may be. */
export async function makeDepthTile(pieces: readonly DigestPiece[], request: TileRequest): Promise<Uint8Array> {
  const columns = depthColumnsOf(pieces, request);
  let levelTicks = levelTicksFor(pieces, request.levelTicks);
  while (rangeOf(columns, levelTicks).levels > MAX_DEPTH_LEVELS) levelTicks = coarserLevelTicks(levelTicks);
  const { fromMs, stepMs: columnMs } = request;
  let trades = depthTradesOf(pieces, { fromMs, columnMs, levelTicks, columns: columns.length });
  for (;;) {
    const head = { ...request, levelTicks, seams: seamsOf(pieces, fromMs, request.untilMs) };
    const bytes = await fitting(encodeDepthTile(depthTileOf(head, columns, trades)));
    if (bytes) return bytes;
    const coarser = coarserLevelTicks(levelTicks);
    trades = coarserTrades(trades, coarser / levelTicks);
    levelTicks = coarser;
  }
}

/** Columns that are larger than this many times the most bytes are not compressed to see whether they fit. */
const HOPELESS = 5;

/** As gzip; null when it is larger than a tile may be. */
async function fitting(columns: Uint8Array): Promise<Uint8Array | null> {
  if (columns.length > HOPELESS * MAX_TILE_BYTES) return null;
  const bytes = await zip(columns);
  return bytes.length <= MAX_TILE_BYTES ? bytes : null;
}

/** The levels requested, or the finest ones that all pieces have. */
function levelTicksFor(pieces: readonly DigestPiece[], requested: number): number {
  let levelTicks = requested;
  for (const piece of pieces)
    while (levelTicks % headOfTrades(piece).levelTicks !== 0) levelTicks = coarserLevelTicks(levelTicks);
  return levelTicks;
}

/** Trades by bar or column, and by level. */
function tradesOf(
  pieces: readonly DigestPiece[],
  { fromMs, stepMs }: TileRequest,
  steps: number,
  levelTicks: number,
): (TradeSums | undefined)[] {
  const sums: (TradeSums | undefined)[] = Array.from({ length: steps }, () => undefined);
  for (const piece of pieces)
    eachTrade(piece, (ts, price, sold, bought) => {
      const step = Math.floor((ts - fromMs) / stepMs);
      if (step < 0 || step >= steps) return;
      addTrade((sums[step] ??= new Map()), Math.floor(price / levelTicks), sold, bought);
    });
  return sums;
}

function flowTileOf(pieces: readonly DigestPiece[], request: TileRequest): FlowTile {
  const { coinInfoId, fromMs, stepMs, untilMs } = request;
  let levelTicks = levelTicksFor(pieces, request.levelTicks);
  let bars = tradesOf(pieces, request, FLOW_BARS, levelTicks);
  // Cells between the lowest and the highest price of a bar are there even without a trade.
  while (cellsOf(bars) > 4 * MAX_FLOW_CELLS) {
    levelTicks = coarserLevelTicks(levelTicks);
    bars = tradesOf(pieces, request, FLOW_BARS, levelTicks);
  }
  const filled = bars.flatMap((sums, bar) => (sums ? [{ bar, sums, ...boundsOf(sums) }] : []));
  const cells = cellsOf(bars);
  const sold = new Float64Array(cells);
  const bought = new Float64Array(cells);
  let at = 0;
  for (const { sums, first, count } of filled) {
    for (const [level, [soldLots, boughtLots]] of sums) {
      sold[at + level - first] = soldLots;
      bought[at + level - first] = boughtLots;
    }
    at += count;
  }
  return {
    coinInfoId,
    fromMs,
    barMs: stepMs,
    levelTicks,
    untilMs,
    seams: seamsOf(pieces, fromMs, untilMs),
    time: Float64Array.from(filled, ({ bar }) => fromMs + bar * stepMs),
    firstLevel: Float64Array.from(filled, ({ first }) => first),
    levelCount: Uint32Array.from(filled, ({ count }) => count),
    sold,
    bought,
  };
}

function boundsOf(sums: TradeSums): { first: number; count: number } {
  let first = Infinity;
  let last = -Infinity;
  for (const level of sums.keys()) {
    if (level < first) first = level;
    if (level > last) last = level;
  }
  return { first, count: last - first + 1 };
}

function cellsOf(bars: readonly (TradeSums | undefined)[]): number {
  return bars.reduce((sum, sums) => sum + (sums ? boundsOf(sums).count : 0), 0);
}

/** Books at the end of each column that has begun; null where it is not known. */
function depthColumnsOf(pieces: readonly DigestPiece[], { fromMs, stepMs, untilMs }: TileRequest): (BookCopy | null)[] {
  const count = Math.min(DEPTH_COLUMNS, Math.ceil((untilMs - fromMs) / stepMs));
  const columns: (BookCopy | null)[] = Array.from({ length: count }, () => null);
  for (const piece of pieces)
    eachBook(piece, untilMs, (endMs, book) => {
      const column = Math.ceil((endMs - fromMs) / stepMs) - 1;
      const columnEnd = Math.min(fromMs + (column + 1) * stepMs, untilMs);
      if (column >= 0 && column < count && endMs === columnEnd) columns[column] = book && book.copy();
    });
  return columns;
}

interface Range {
  lowLevel: number;
  levels: number;
}

/** Levels around the best prices of all columns. */
function rangeOf(columns: readonly (BookCopy | null)[], levelTicks: number): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const book of columns)
    for (const best of [book?.bids[0], book?.asks[0]])
      if (best !== undefined) {
        low = Math.min(low, best);
        high = Math.max(high, best);
      }
  if (low > high) return { lowLevel: 0, levels: 0 };
  const lowLevel = Math.max(0, Math.floor(low / levelTicks) - MARGIN_LEVELS);
  return { lowLevel, levels: Math.floor(high / levelTicks) + MARGIN_LEVELS - lowLevel + 1 };
}

function depthTileOf(
  { coinInfoId, fromMs, stepMs, levelTicks, untilMs, seams }: TileRequest & Pick<DepthTile, 'seams'>,
  columns: readonly (BookCopy | null)[],
  trades: DepthTile['trades'],
): DepthTile {
  const range = rangeOf(columns, levelTicks);
  const side = (name: 'bids' | 'asks'): Float32Array<ArrayBuffer> => {
    const sizes = new Float32Array(columns.length * range.levels);
    for (const [column, book] of columns.entries())
      if (book) addSide(sizes, column * range.levels, book[name], range, levelTicks);
    return sizes;
  };
  return {
    coinInfoId,
    fromMs,
    columnMs: stepMs,
    levelTicks,
    untilMs,
    seams,
    ...range,
    columns: columns.length,
    bids: side('bids'),
    asks: side('asks'),
    bestBids: Float64Array.from(columns, (book) => book?.bids[0] ?? 0),
    bestAsks: Float64Array.from(columns, (book) => book?.asks[0] ?? 0),
    trades,
  };
}

/** Sums the levels of one side, best first, into the cells of a column from `at`. */
function addSide(
  sizes: Float32Array,
  at: number,
  side: Float64Array,
  { lowLevel, levels }: Range,
  levelTicks: number,
): void {
  let cell = -1;
  let lots = 0;
  for (let i = 0; i < side.length; i += 2) {
    const next = Math.floor(side[i]! / levelTicks) - lowLevel;
    if (next !== cell) {
      if (cell >= 0) sizes[at + cell] = roundedSize(lots);
      // The best level is within the range: one that is not is beyond it, and all after it.
      if (next < 0 || next >= levels) return;
      cell = next;
      lots = 0;
    }
    lots += side[i + 1]!;
  }
  if (cell >= 0) sizes[at + cell] = roundedSize(lots);
}
