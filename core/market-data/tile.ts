// What flow and depth tiles share: price levels, seams, and how both are written.
import type { VarintReader, VarintWriter } from '../encoding/varint-columns.ts';
import { WEEK_MS } from '../units/durations.ts';
import { type EpochMs, FIRST_MONDAY_MS } from '../units/time.ts';

/** A time `[fromMs, toMs)` that was not recorded: what happened in it is not known, and never guessed. */
export type Seam = readonly [fromMs: EpochMs, toMs: EpochMs];

/**
 * Trades of a venue carry its own time, and may come this late. A later one counts in the oldest column that is not
 * finished.
 */
export const LATE_MS = 10_000;

/**
 * Time at which a trade counts in candles and bars, where `newestMs` is that of the newest one before: its own, or that
 * of the newest where it is later than trades may come.
 */
export function countedMs(ts: EpochMs, newestMs: EpochMs): EpochMs {
  return ts < newestMs - LATE_MS ? newestMs : ts;
}

/** Most bytes of a tile as sent (gzip). Three or four tiles fill a screen: a zoom step stays below 100 KB. */
export const MAX_TILE_BYTES = 24 * 1024;

/** Ticks a level may have: 1, 2 or 5 times a power of ten. Level `n` has the prices `[n, n + 1) * levelTicks`. */
export const LEVEL_TICKS: readonly number[] = Array.from({ length: 8 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();

/**
 * The next coarser levels of a tile that would be too large: a multiple of those before, so that tiles that were
 * requested alike can always be brought to the coarsest of them.
 */
export function coarserLevelTicks(levelTicks: number): number {
  return `${levelTicks}`.startsWith('5') ? levelTicks * 2 : levelTicks * 5;
}

/** Start of the tile that contains `ts`, for tiles of `steps` bars or columns of `stepMs`. Weeks start on a Monday. */
export function tileStart(ts: EpochMs, stepMs: number, steps: number): EpochMs {
  const origin = stepMs === WEEK_MS ? FIRST_MONDAY_MS : 0;
  const spanMs = stepMs * steps;
  return Math.floor((ts - origin) / spanMs) * spanMs + origin;
}

/** Seams are ascending, and lie at or after `fromMs`. */
export function writeSeams(out: VarintWriter, seams: readonly Seam[], fromMs: EpochMs): void {
  out.unsigned(seams.length);
  let last = fromMs;
  for (const [from, to] of seams) {
    out.unsigned(from - last);
    out.unsigned(to - from);
    last = to;
  }
}

export function readSeams(reader: VarintReader, fromMs: EpochMs): Seam[] {
  let last = fromMs;
  return Array.from({ length: countIn(reader) }, (): Seam => {
    const from = last + reader.unsigned();
    last = from + reader.unsigned();
    return [from, last];
  });
}

/** Reads how many values follow. Throws Error when there are not as many bytes: a damaged count takes no memory. */
export function countIn(reader: VarintReader): number {
  const count = reader.unsigned();
  if (count > reader.left) throw new Error('a tile is cut');
  return count;
}

/** Reads the first byte, one of `versions`. Throws Error for another one. */
export function readVersion(reader: VarintReader, ...versions: number[]): number {
  const found = reader.byte();
  if (!versions.includes(found)) throw new Error(`a tile has version ${found}, this version reads ${versions.join()}`);
  return found;
}

/** Throws Error when bytes are left over. */
export function checkEnd(reader: VarintReader): void {
  if (reader.left > 0) throw new Error('a tile has bytes after its end');
}
