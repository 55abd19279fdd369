// Rows before which candles are missing.
// There the picture joins what does not follow each other in time.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { firstRowFrom } from '../first-row.ts';
import { intervalMs } from '../../../core/units/bar-interval.ts';
import { type ChartInterval, type EpochMs, isTimeInterval, nextCandleStart } from '../../../core/units/time.ts';

/** Gaps there is room for at the start; it doubles when full. */
const FIRST_CAPACITY = 64;

/**
 * A row is a gap when the candle before it is not the one right before it in the calendar of its interval. At the
 * intervals of the calls that means that nothing traded in between, that the market was closed, or that candles were
 * lost; at 1s seconds without trades are candles too, and a gap is a silence of over a minute or trades that were not
 * seen. Bars made of trades begin at any time: their gaps are where trades are known to be missing, which may be
 * before the first row.
 */
export class Gaps {
  /** Rows behind gaps, ascending; `[0, count)` are valid. */
  rows = new Int32Array(FIRST_CAPACITY);
  count = 0;
  #time: Float64Array = new Float64Array(0);
  #interval: ChartInterval = '1m';

  /** Other candles, or older ones in front: looks at every row of `time` up to `length`. */
  rebuild(time: Float64Array, length: number, interval: ChartInterval, seams: readonly EpochMs[] = []): void {
    this.#interval = interval;
    this.count = 0;
    this.extend(time, 1, length, seams);
  }

  /**
   * Rows from `from` on changed or are new; `time` may be another array with the same rows before. O(rows looked at).
   */
  extend(time: Float64Array, from: number, length: number, seams: readonly EpochMs[] = []): void {
    this.#time = time;
    if (!isTimeInterval(this.#interval)) return this.#takeSeams(length, seams);
    while (this.count > 0 && this.rows[this.count - 1]! >= from) this.count -= 1;
    const fixedMs = intervalMs(this.#interval);
    let before = time[Math.max(1, from) - 1]!;
    for (let row = Math.max(1, from); row < length; row += 1) {
      const at = time[row]!;
      if (at - before !== fixedMs && at > nextCandleStart(before, this.#interval)) this.#push(row);
      before = at;
    }
    return undefined;
  }

  /** Index into `rows` of the first gap at or behind `row`; `count` when there is none. */
  indexFrom(row: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a gap is one of opening hours, and so no loss. `row` is one of `rows`. */
  isClosure(row: number, session: CoinInfo['session']): boolean {
    if (!isTimeInterval(this.#interval)) return false;
    return closedBetween(nextCandleStart(this.#time[row - 1]!, this.#interval), this.#time[row]!, session);
  }

  /** Few, and all of them at once. */
  #takeSeams(length: number, seams: readonly EpochMs[]): void {
    this.count = 0;
    for (const ms of seams) this.#push(firstRowFrom(this.#time, length, ms));
  }

  #push(row: number): void {
    if (this.count === this.rows.length) {
      const wider = new Int32Array(this.rows.length * 2);
      wider.set(this.rows);
      this.rows = wider;
    }
    this.rows[this.count] = row;
    this.count += 1;
  }
}

/** Whether a market of these hours was closed from `fromMs` until `toMs`. One without hours never is. */
export function closedBetween(fromMs: EpochMs, toMs: EpochMs, session: CoinInfo['session']): boolean {
  const { open, changesAt } = sessionAt({ session }, fromMs);
  return !open && changesAt !== null && changesAt >= toMs;
}
