// Makes tiles from digests, with levels as fine as was requested or as fit.
import {
  type CodedDepthTile,
  DEPTH_COLUMNS,
  type DepthTrades,
  MAX_DEPTH_LEVELS,
  encodeCodedTile,
  sizeCode,
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
import { zip } from '../gzip.ts';
import { type DigestPiece, eachBook, headOfTrades, seamsOf } from './digest-piece.ts';
import { coarserTrades, tradesOf } from './trade-sums.ts';
import { errorCode } from '../../store/error-code.ts';

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
  /** As `FlowTile.lastId`. */
  lastId: number;
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
  const { fromMs, stepMs } = request;
  let trades = tradesOf(pieces, { fromMs, stepMs, columns: columns.length, levelTicks });
  for (;;) {
    const head = { ...request, levelTicks, seams: seamsOf(pieces, fromMs, request.untilMs) };
    const encoded = encodeCodedTile(depthTileOf(head, columns, trades), HOPELESS_BYTES);
    const bytes = encoded && (await fitting(encoded));
    if (bytes) return bytes;
    const coarser = coarserLevelTicks(levelTicks);
    trades = coarserTrades(trades, coarser / levelTicks);
    levelTicks = coarser;
  }
}

/** Columns that are larger are not compressed to see whether they fit. */
const HOPELESS_BYTES = 5 * MAX_TILE_BYTES;

/** As gzip; null when it is larger than a tile may be, which ends the work. */
async function fitting(columns: Uint8Array): Promise<Uint8Array | null> {
  if (columns.length > HOPELESS_BYTES) return null;
  try {
    // A copy: what was compressed into is as large as the largest tile, and tiles are remembered.
    return new Uint8Array(await zip(columns, { chunkSize: MAX_TILE_BYTES + 1, maxOutputLength: MAX_TILE_BYTES }));
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

/** The levels requested, or the finest ones that all pieces have. */
function levelTicksFor(pieces: readonly DigestPiece[], requested: number): number {
  let levelTicks = requested;
  for (const piece of pieces)
    while (levelTicks % headOfTrades(piece).levelTicks !== 0) levelTicks = coarserLevelTicks(levelTicks);
  return levelTicks;
}

function flowTileOf(pieces: readonly DigestPiece[], request: TileRequest): FlowTile {
  const { coinInfoId, fromMs, stepMs, untilMs, lastId } = request;
  let levelTicks = levelTicksFor(pieces, request.levelTicks);
  let trades = tradesOf(pieces, { fromMs, stepMs, columns: FLOW_BARS, levelTicks });
  let bars = barsOf(trades);
  // Cells between the lowest and the highest price of a bar are there even without a trade.
  while (cellsOf(bars) > 4 * MAX_FLOW_CELLS) {
    const coarser = coarserLevelTicks(levelTicks);
    trades = coarserTrades(trades, coarser / levelTicks);
    bars = barsOf(trades);
    levelTicks = coarser;
  }
  const sold = new Float64Array(cellsOf(bars));
  const bought = new Float64Array(sold.length);
  let cell = 0;
  for (const { from, to, first, count } of bars) {
    for (let at = from; at < to; at++) {
      sold[cell + trades.level[at]! - first] = trades.sold[at]!;
      bought[cell + trades.level[at]! - first] = trades.bought[at]!;
    }
    cell += count;
  }
  return {
    coinInfoId,
    fromMs,
    barMs: stepMs,
    levelTicks,
    untilMs,
    lastId,
    seams: seamsOf(pieces, fromMs, untilMs),
    time: Float64Array.from(bars, ({ bar }) => fromMs + bar * stepMs),
    firstLevel: Float64Array.from(bars, ({ first }) => first),
    levelCount: Uint32Array.from(bars, ({ count }) => count),
    sold,
    bought,
  };
}

/** A bar with trades, which are those from `from` up to `to`, within `count` levels from `first` upwards. */
interface Bar {
  bar: number;
  from: number;
  to: number;
  first: number;
  count: number;
}

function barsOf({ column, level }: DepthTrades): Bar[] {
  const bars: Bar[] = [];
  for (let from = 0, to = 0; from < column.length; from = to) {
    while (column[to] === column[from]) to += 1;
    bars.push({ bar: column[from]!, from, to, first: level[from]!, count: level[to - 1]! - level[from]! + 1 });
  }
  return bars;
}

function cellsOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { count }) => sum + count, 0);
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
  { coinInfoId, fromMs, stepMs, levelTicks, untilMs, seams }: TileRequest & Pick<CodedDepthTile, 'seams'>,
  columns: readonly (BookCopy | null)[],
  trades: DepthTrades,
): CodedDepthTile {
  const range = rangeOf(columns, levelTicks);
  const codesOf = (name: 'bids' | 'asks'): Uint16Array => {
    const codes = new Uint16Array(columns.length * range.levels);
    for (const [column, book] of columns.entries())
      if (book) addSide(codes, column * range.levels, book[name], range, levelTicks);
    return codes;
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
    bids: () => codesOf('bids'),
    asks: () => codesOf('asks'),
    bestBids: Float64Array.from(columns, (book) => book?.bids[0] ?? 0),
    bestAsks: Float64Array.from(columns, (book) => book?.asks[0] ?? 0),
    trades,
  };
}

/** Sums the levels of one side, best first, into the cells of a column from `at`. */
function addSide(
  codes: Uint16Array,
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
      if (cell >= 0) codes[at + cell] = sizeCode(lots);
      // The best level is within the range: one that is not is beyond it, and all after it.
      if (next < 0 || next >= levels) return;
      cell = next;
      lots = 0;
    }
    lots += side[i + 1]!;
  }
  if (cell >= 0) codes[at + cell] = sizeCode(lots);
}
