// Depth tile: what rested at each price level over time, the trades beside it, its binary form.
import { VarintReader, VarintWriter } from '../encoding/varint-columns.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '../units/durations.ts';
import type { EpochMs } from '../units/time.ts';
import type { Lots } from '../units/units.ts';
import { type Seam, checkEnd, countIn, readSeams, readVersion, tileStart, writeSeams } from './tile.ts';

/** Lengths of columns that tiles exist for, in ms. */
export const DEPTH_COLUMN_MS: readonly number[] = [
  100,
  SECOND_MS,
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  DAY_MS,
  WEEK_MS,
];
/** Columns of a finished tile. */
export const DEPTH_COLUMNS = 128;
/** Most levels of a tile; one whose prices moved further has coarser levels. */
export const MAX_DEPTH_LEVELS = 512;

export interface DepthTile {
  coinInfoId: number;
  fromMs: EpochMs;
  columnMs: number;
  /** May be more than was requested: a tile that would be too large has coarser levels. */
  levelTicks: number;
  /** What happened before this is complete; the end of the tile once it is finished. */
  untilMs: EpochMs;
  /** Within the tile and before `untilMs`. */
  seams: Seam[];
  lowLevel: number;
  /** Number of levels from `lowLevel` upwards. Beyond them nothing was sent. */
  levels: number;
  /** Number of columns from `fromMs`: all that have begun before `untilMs`. */
  columns: number;
  /**
   * Lots that rest at the end of each column (the last one: at `untilMs`), column after column with `levels` cells
   * each, to 1.6 %. A level that has both prices has both sides. All 0 in a column that ends in a seam.
   */
  bids: Float32Array<ArrayBuffer>;
  asks: Float32Array<ArrayBuffer>;
  /** Best prices at the end of each column, ticks; 0: no level on this side, or not known. */
  bestBids: Float64Array<ArrayBuffer>;
  bestAsks: Float64Array<ArrayBuffer>;
  trades: DepthTrades;
}

/** A tile with the codes of its sizes, which are computed where they are wanted. */
export interface CodedDepthTile extends Omit<DepthTile, 'bids' | 'asks'> {
  bids: () => Uint16Array;
  asks: () => Uint16Array;
}

/** Trades of the tile, one entry for each column and level with any, by column and then by level, ascending. */
export interface DepthTrades {
  column: Uint16Array<ArrayBuffer>;
  level: Float64Array<ArrayBuffer>;
  /** Lots that takers sold into bids, and that they bought from asks; exact. */
  sold: Float64Array<ArrayBuffer>;
  bought: Float64Array<ArrayBuffer>;
}

/** Start of the tile that contains `ts`. */
export function depthTileStart(ts: EpochMs, columnMs: number): EpochMs {
  return tileStart(ts, columnMs, DEPTH_COLUMNS);
}

/** Sizes below this are exact; larger ones have six significant bits. */
const EXACT_LOTS = 64;
const MANTISSAS = 32;
/** Sizes from here on are halved until they fit into a word. */
const WORD = 2 ** 31;
/** Leading zero bits of a word that is exact without a halving: below 64. */
const EXACT_BITS_FREE = 26;

/** Of the largest number of lots that is exact. */
const MAX_CODE = 49 * MANTISSAS;

/** Size as it is sent: whole numbers that grow with the size, neighbours at most 3.2 % apart. */
export function sizeCode(lots: Lots): number {
  if (lots < EXACT_LOTS) return Math.round(lots);
  let scaled = lots;
  let halvings = 0;
  while (scaled >= WORD) {
    scaled /= 2;
    halvings += 1;
  }
  // A word's bits are counted at once; halving is exact, so that it does not matter in how many steps.
  const rest = EXACT_BITS_FREE - Math.clz32(scaled);
  // A mantissa that rounds up to 64 is the first code of the next power.
  return (halvings + rest) * MANTISSAS + Math.round(scaled / (1 << rest));
}

/** The size that a code is for. */
export function sizeOfCode(code: number): Lots {
  return SIZES[code] ?? sizeOf(code);
}

function sizeOf(code: number): Lots {
  if (code < EXACT_LOTS) return code;
  const halvings = Math.floor(code / MANTISSAS) - 1;
  return (code - halvings * MANTISSAS) * 2 ** halvings;
}

/** Sizes by code: every cell of a tile is looked up, when it is made and when it is drawn. */
const SIZES = Float64Array.from({ length: MAX_CODE + 1 }, (_, code) => sizeOf(code));

/** What sizes are rounded to. */
export function roundedSize(lots: Lots): Lots {
  return sizeOfCode(sizeCode(lots));
}

const VERSION = 1;
const writer = new VarintWriter();
const tradeWriter = new VarintWriter();

/**
 * Layout, varints: version (byte), market, fromMs, columnMs, levelTicks, untilMs - fromMs, seams, lowLevel, levels,
 * columns; best bids and best asks as differences; for bids, then asks, the difference of each size code from the one
 * in the column before, as the number of unchanged cells and a difference in turn; trades, column after column.
 */
export function encodeDepthTile(tile: DepthTile): Uint8Array<ArrayBuffer> {
  const bids = (): Uint16Array => Uint16Array.from(tile.bids, sizeCode);
  const asks = (): Uint16Array => Uint16Array.from(tile.asks, sizeCode);
  return encodeCodedTile({ ...tile, bids, asks }, Infinity)!;
}

/** As `encodeDepthTile`; null when it has more than `maxBytes`, which is often known without the sizes. */
export function encodeCodedTile(tile: CodedDepthTile, maxBytes: number): Uint8Array<ArrayBuffer> | null {
  const trades = encodedTrades(tile.trades);
  writer.clear();
  writer.byte(VERSION);
  for (const value of [tile.coinInfoId, tile.fromMs, tile.columnMs, tile.levelTicks, tile.untilMs - tile.fromMs])
    writer.unsigned(value);
  writeSeams(writer, tile.seams, tile.fromMs);
  for (const value of [tile.lowLevel, tile.levels, tile.columns]) writer.unsigned(value);
  writeDifferences(writer, tile.bestBids);
  writeDifferences(writer, tile.bestAsks);
  for (const codesOf of [tile.bids, tile.asks]) {
    if (writer.bytes.length + trades.length > maxBytes) return null;
    writeCodes(codesOf(), tile.levels);
  }
  if (writer.bytes.length + trades.length > maxBytes) return null;
  writer.append(trades);
  return writer.bytes.slice();
}

/** Valid until the next call. */
function encodedTrades({ column, level, sold, bought }: DepthTrades): Uint8Array {
  tradeWriter.clear();
  tradeWriter.unsigned(column.length);
  writeDifferences(tradeWriter, column);
  writeDifferences(tradeWriter, level);
  for (const lots of [sold, bought]) for (const value of lots) tradeWriter.unsigned(value);
  return tradeWriter.bytes;
}

/** Throws Error on bytes that are no tile. */
export function decodeDepthTile(bytes: Uint8Array): DepthTile {
  const reader = new VarintReader(bytes);
  readVersion(reader, VERSION);
  const coinInfoId = reader.unsigned();
  const fromMs = reader.unsigned();
  const columnMs = reader.unsigned();
  const levelTicks = reader.unsigned();
  const untilMs = fromMs + reader.unsigned();
  const seams = readSeams(reader, fromMs);
  const lowLevel = reader.unsigned();
  const levels = reader.unsigned();
  const columns = reader.unsigned();
  if (levels > MAX_DEPTH_LEVELS || columns > DEPTH_COLUMNS) throw new Error('a tile is larger than tiles are');
  const bestBids = readDifferences(reader, columns);
  const bestAsks = readDifferences(reader, columns);
  const bids = readSizes(reader, columns, levels);
  const asks = readSizes(reader, columns, levels);
  const count = countIn(reader);
  const trades: DepthTrades = {
    column: Uint16Array.from(readDifferences(reader, count)),
    level: readDifferences(reader, count),
    sold: readLots(reader, count),
    bought: readLots(reader, count),
  };
  checkEnd(reader);
  const head = { coinInfoId, fromMs, columnMs, levelTicks, untilMs, seams, lowLevel, levels, columns };
  return { ...head, bids, asks, bestBids, bestAsks, trades };
}

function writeDifferences(out: VarintWriter, values: ArrayLike<number>): void {
  let last = 0;
  for (let at = 0; at < values.length; at++) {
    out.signed(values[at]! - last);
    last = values[at]!;
  }
}

function readDifferences(reader: VarintReader, count: number): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count);
  reader.readSums(values);
  return values;
}

function readLots(reader: VarintReader, count: number): Float64Array<ArrayBuffer> {
  const lots = new Float64Array(count);
  reader.readInto(lots);
  return lots;
}

function writeCodes(codes: Uint16Array, levels: number): void {
  let unchanged = 0;
  for (let at = 0; at < codes.length; at++) {
    const difference = codes[at]! - (at < levels ? 0 : codes[at - levels]!);
    if (difference === 0) {
      unchanged += 1;
      continue;
    }
    writer.unsigned(unchanged);
    writer.signed(difference);
    unchanged = 0;
  }
  writer.unsigned(unchanged);
}

function readSizes(reader: VarintReader, columns: number, levels: number): Float32Array<ArrayBuffer> {
  const sizes = new Float32Array(columns * levels);
  const codes = new Uint16Array(levels);
  let next = reader.unsigned();
  for (let column = 0; column < sizes.length; column += levels)
    for (let level = 0; level < levels; level++) {
      if (next === 0) {
        codes[level]! += reader.signed();
        if (codes[level]! > MAX_CODE) throw new Error('a tile has a size beyond all sizes');
        next = reader.unsigned();
      } else next -= 1;
      sizes[column + level] = SIZES[codes[level]!]!;
    }
  if (next !== 0) throw new Error('a tile has sizes after its last column');
  return sizes;
}
