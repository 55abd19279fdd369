// Where the close stands between the highest high and the lowest low of the last n bars, which KDJ and WR show.
import type { Bars } from '../../candles/candle-series.ts';
import { strip } from './column.ts';

/**
 * Level k holds the greatest of the last 2^k values, from two of level k - 1; two of a level that overlap cover every
 * window.
 * So a row costs O(log n), and no branch that chance decides: as a branch, half of the comparisons would be guessed
 * wrong.
 * Least values are the greatest of negated ones. What is not finite, and all before the first row, is infinite: it
 * wins, and is told by that.
 */
export class HighLow {
  private readonly highs: Float64Array[];
  private readonly minusLows: Float64Array[];

  /** For windows of up to `longest` bars. */
  constructor(longest: number) {
    this.highs = Array.from({ length: levelOf(longest) + 1 }, strip);
    this.minusLows = this.highs.map(strip);
  }

  /** Takes bars `[from, to)`, as a Pass does. */
  take({ high, low }: Bars, from: number, to: number): void {
    const { highs, minusLows } = this;
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
    for (let k = 1; k < highs.length; k++) this.raise(k, from, to);
  }

  private raise(level: number, from: number, to: number): void {
    const highs = this.highs[level - 1]!;
    const minusLows = this.minusLows[level - 1]!;
    const higher = this.highs[level]!;
    const lower = this.minusLows[level]!;
    const back = 1 << (level - 1);
    const wrap = higher.length - 1;
    let i = from;
    do {
      higher[i & wrap] = highs[greaterRow(highs, i, back)]!;
      lower[i & wrap] = minusLows[greaterRow(minusLows, i, back)]!;
    } while (++i < to);
  }

  /**
   * Rows `[from, to)` of `out`: how far the close lies above the lowest low of the last `period` bars, or below the
   * highest high (then negative), in percent of their distance; `flat` where that is 0, NaN where there are no `period`
   * bars taken.
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
    const highs = this.highs[level]!;
    const minusLows = this.minusLows[level]!;
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
}

/** The greatest power of 2 that is not above `period`. */
function levelOf(period: number): number {
  return 31 - Math.clz32(period);
}

/** Place on a strip of the greater of row `i` and the one `back` before it. */
function greaterRow(values: Float64Array, i: number, back: number): number {
  const wrap = values.length - 1;
  return (i - back * Number(values[(i - back) & wrap]! > values[i & wrap]!)) & wrap;
}
