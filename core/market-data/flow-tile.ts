// Flow tile: what was bought and sold at each price level of each bar, and its binary form.
import { VarintReader, VarintWriter } from '../encoding/varint-columns.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '../units/durations.ts';
import type { EpochMs } from '../units/time.ts';
import { type Seam, checkEnd, countIn, readSeams, readVersion, tileStart, writeSeams } from './tile.ts';

/** Lengths of bars that tiles exist for, in ms: a second, and the intervals of candles from a minute to a week. */
export const FLOW_BAR_MS: readonly number[] = [
  SECOND_MS,
  ...[1, 3, 5, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 4, 6, 12].map((count) => count * HOUR_MS),
  DAY_MS,
  WEEK_MS,
];
/** Bars of a tile. */
export const FLOW_BARS = 64;

/**
 * Bars ascending; those without a trade are left out. Bar `i` has `levelCount[i]` levels from `firstLevel[i]` upwards;
 * its cells follow those of the bar before in `sold` and `bought`.
 */
export interface FlowTile {
  coinInfoId: number;
  /** The tile has `FLOW_BARS` bars from here. */
  fromMs: EpochMs;
  barMs: number;
  /** May be more than was requested: a tile that would be too large has coarser levels. */
  levelTicks: number;
  /** What happened before this is complete; the end of the tile once it is finished. */
  untilMs: EpochMs;
  /**
   * Of a watched market, whose trades carry the venue's time and come late, until the tile is finished: its bars have
   * the trades up to this id, and none of a later one. 0: they have those before `untilMs`.
   */
  lastId: number;
  /** Within the tile and before `untilMs`. */
  seams: Seam[];
  /** Start of each bar, ms. */
  time: Float64Array<ArrayBuffer>;
  firstLevel: Float64Array<ArrayBuffer>;
  levelCount: Uint32Array<ArrayBuffer>;
  /** Lots that takers sold into bids, and that they bought from asks, in each cell. */
  sold: Float64Array<ArrayBuffer>;
  bought: Float64Array<ArrayBuffer>;
}

/** In place of an id: a tile has all trades before its end, those that came late too. Not written. */
export const ALL_BEFORE_END = -1;

/** Start of the tile that contains `ts`. */
export function flowTileStart(ts: EpochMs, barMs: number): EpochMs {
  return tileStart(ts, barMs, FLOW_BARS);
}

/** Most cells of a tile; a damaged count must not take all memory. */
export const MAX_FLOW_CELLS = 65_536;

const VERSION = 1;
/** With `lastId`: finished tiles, which browsers store, have none. */
const VERSION_WITH_ID = 2;
const writer = new VarintWriter();

/**
 * Layout, varints: version (byte), market, fromMs, barMs, levelTicks, untilMs - fromMs, lastId if it is not 0, seams,
 * number of bars; then column after column: bars since the bar before, firstLevel as a difference, levelCount, sold,
 * bought.
 */
export function encodeFlowTile(tile: FlowTile): Uint8Array<ArrayBuffer> {
  writer.clear();
  writer.byte(tile.lastId > 0 ? VERSION_WITH_ID : VERSION);
  const { coinInfoId, fromMs, barMs, levelTicks, untilMs, lastId } = tile;
  for (const value of [coinInfoId, fromMs, barMs, levelTicks, untilMs - fromMs]) writer.unsigned(value);
  if (lastId > 0) writer.unsigned(lastId);
  writeSeams(writer, tile.seams, tile.fromMs);
  writer.unsigned(tile.time.length);
  let last = tile.fromMs;
  for (const time of tile.time) {
    writer.unsigned((time - last) / tile.barMs);
    last = time;
  }
  let level = 0;
  for (const first of tile.firstLevel) {
    writer.signed(first - level);
    level = first;
  }
  for (const column of [tile.levelCount, tile.sold, tile.bought]) for (const value of column) writer.unsigned(value);
  return writer.bytes.slice();
}

/** Throws Error on bytes that are no tile. */
export function decodeFlowTile(bytes: Uint8Array): FlowTile {
  const reader = new VarintReader(bytes);
  const version = readVersion(reader, VERSION, VERSION_WITH_ID);
  const coinInfoId = reader.unsigned();
  const fromMs = reader.unsigned();
  const barMs = reader.unsigned();
  const levelTicks = reader.unsigned();
  const untilMs = fromMs + reader.unsigned();
  const lastId = version === VERSION_WITH_ID ? reader.unsigned() : 0;
  const seams = readSeams(reader, fromMs);
  const bars = countIn(reader);
  let last = fromMs;
  const time = Float64Array.from({ length: bars }, () => (last += reader.unsigned() * barMs));
  let level = 0;
  const firstLevel = Float64Array.from({ length: bars }, () => (level += reader.signed()));
  const levelCount = Uint32Array.from({ length: bars }, () => reader.unsigned());
  const cells = levelCount.reduce((sum, count) => sum + count, 0);
  if (cells > MAX_FLOW_CELLS || cells * 2 > reader.left) throw new Error('a tile is cut');
  const column = (): Float64Array<ArrayBuffer> => Float64Array.from({ length: cells }, () => reader.unsigned());
  const sold = column();
  const bought = column();
  checkEnd(reader);
  const head = { coinInfoId, fromMs, barMs, levelTicks, untilMs, lastId, seams };
  return { ...head, time, firstLevel, levelCount, sold, bought };
}

/** The same trades in coarser levels; `levelTicks` is a multiple of the tile's. */
export function coarserFlowTile(tile: FlowTile, levelTicks: number): FlowTile {
  const ratio = levelTicks / tile.levelTicks;
  if (ratio === 1) return tile;
  const bars = tile.time.length;
  const firstLevel = new Float64Array(bars);
  const levelCount = new Uint32Array(bars);
  for (let bar = 0; bar < bars; bar++) {
    const first = tile.firstLevel[bar]!;
    firstLevel[bar] = Math.floor(first / ratio);
    levelCount[bar] = Math.floor((first + tile.levelCount[bar]! - 1) / ratio) - firstLevel[bar]! + 1;
  }
  const cells = levelCount.reduce((sum, count) => sum + count, 0);
  const sold = new Float64Array(cells);
  const bought = new Float64Array(cells);
  let from = 0;
  let to = 0;
  for (let bar = 0; bar < bars; bar++) {
    const first = tile.firstLevel[bar]!;
    for (let at = 0; at < tile.levelCount[bar]!; at++) {
      const cell = to + Math.floor((first + at) / ratio) - firstLevel[bar]!;
      sold[cell]! += tile.sold[from + at]!;
      bought[cell]! += tile.bought[from + at]!;
    }
    from += tile.levelCount[bar]!;
    to += levelCount[bar]!;
  }
  return { ...tile, levelTicks, firstLevel, levelCount, sold, bought };
}
