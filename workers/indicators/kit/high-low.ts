// Position of the close between the highest high and the lowest low of n bars, for KDJ and WR.
import type { Bars } from '../../candles/candle-series.ts';
import { strip } from './column.ts';

/**
 * Level k holds the maximum of the last 2^k values, computed from two values of level k - 1; two overlapping values of
 * a level cover every window. So a row costs O(log n) without unpredictable branches. Minima are maxima of negated
 * values. A value that is not finite, and all rows before the first, is Infinity: it wins every comparison and marks
 * the window as invalid.
 */
export class HighLow {
  readonly #highs: Float64Array[];
  readonly #minusLows: Float64Array[];

  /** For windows of up to `longest` bars. */
  constructor(longest: number) {
    this.#highs = Array.from({ length: levelOf(longest) + 1 }, strip);
    this.#minusLows = this.#highs.map(strip);
  }

  /** Adds bars `[from, to)`, as a Pass does. */
  update({ high, low }: Bars, from: number, to: number): void {
    const highs = this.#highs;
    const minusLows = this.#minusLows;
    const firstHighs = highs[0]!;
    const firstLows = minusLows[0]!;
    const wrap = firstHighs.length - 1;
    if (from === 0) for (const level of [...highs, ...minusLows]) level.fill(Infinity);
    let i = from;
    do {
      const top = high[i]!;
      const bottom = -low[i]!;
      firstHighs[i & wrap] = top;
      firstLows[i & wrap] = bottom;
      if (top - top !== 0) firstHighs[i & wrap] = Infinity;
      if (bottom - bottom !== 0) firstLows[i & wrap] = Infinity;
    } while (++i < to);
    for (let k = 1; k < highs.length; k++) this.#raise(k, from, to);
  }

  /**
   * Rows `[from, to)` of `out`: distance of the close above the lowest low of the last `period` bars, or below the
   * highest high (then negative), in percent of their range. `flat` where the range is 0, NaN where there are fewer
   * than `period` bars.
   */
  fill(
    close: Float64Array,
    period: number,
    belowHigh: boolean,
    flat: number,
    from: number,
    to: number,
    out: Float64Array,
  ): void {
    const level = levelOf(period);
    const highs = this.#highs[level]!;
    const minusLows = this.#minusLows[level]!;
    const back = period - (1 << level);
    let i = from;
    do {
      const high = highs[greaterRow(highs, i, back)]!;
      const minusLow = minusLows[greaterRow(minusLows, i, back)]!;
      const range = high + minusLow;
      const below = close[i]! - high;
      const above = close[i]! + minusLow;
      const value = (100 * (belowHigh ? below : above)) / range;
      out[i] = value + (value - value) + (range - range);
      if (range === 0) out[i] = flat;
    } while (++i < to);
  }

  #raise(level: number, from: number, to: number): void {
    const highs = this.#highs[level - 1]!;
    const minusLows = this.#minusLows[level - 1]!;
    const higher = this.#highs[level]!;
    const lower = this.#minusLows[level]!;
    const back = 1 << (level - 1);
    const wrap = higher.length - 1;
    let i = from;
    do {
      higher[i & wrap] = highs[greaterRow(highs, i, back)]!;
      lower[i & wrap] = minusLows[greaterRow(minusLows, i, back)]!;
    } while (++i < to);
  }
}

/** Exponent of the greatest power of 2 that is at most `period`. */
function levelOf(period: number): number {
  return 31 - Math.clz32(period);
}

/** Strip index of the greater value of row `i` and row `i - back`. */
function greaterRow(values: Float64Array, i: number, back: number): number {
  const wrap = values.length - 1;
  return (i - back * Number(values[(i - back) & wrap]! > values[i & wrap]!)) & wrap;
}
