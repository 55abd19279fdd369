// Exponential averages that start from a plain mean: EMA, the SMA of Tongdaxin and Wilder's smoothing are one, told
// apart by their weight.
import { WHOLE } from './column.ts';

/**
 * First value: mean of the first `period` values; then y = y' + weight * (x - y'). With a `seed`, that is the y' of the
 * first value.
 * A value that is not finite is skipped and the state kept, so averages of averages start where their input does.
 */
export class SeededAverage {
  private readonly period: number;
  private readonly wrap: number;
  private readonly outWrap: number;
  /** Weight of a value after so many others: the first `period` weigh alike. */
  private readonly weights: Float64Array;
  /** What it starts with: values taken, and their average. */
  private readonly firstCount: number;
  private readonly seed: number;
  /** Values taken, at most `period`. */
  private count = 0;
  private average = NaN;

  /** `wrap` and `outWrap` tell whether it reads and writes strips. */
  constructor(period: number, weight: number, seed?: number, wrap = WHOLE, outWrap = WHOLE) {
    this.period = period;
    this.wrap = wrap;
    this.outWrap = outWrap;
    this.firstCount = seed === undefined ? 0 : period;
    this.seed = seed ?? 0;
    this.weights = Float64Array.from({ length: period + 1 }, (_, k) => (k < period ? 1 / (k + 1) : weight));
  }

  /**
   * Rows `[from, to)` of `out` from those of `values`, which may be the same column, as a Pass does; NaN before
   * `period` values are there.
   */
  fill(values: Float64Array, from: number, to: number, out: Float64Array): void {
    const { period, wrap, outWrap, weights, firstCount, seed } = this;
    let { count, average } = this;
    let i = from;
    if (i === 0) {
      count = firstCount;
      average = seed;
    }
    do {
      if (i === to - 1) {
        this.count = count;
        this.average = average;
      }
      const value = values[i & wrap]!;
      const weight = weights[count]!;
      const one = count + 1;
      const moved = average + weight * (value - average);
      // At weight 1 the difference would lose the digits of a small value after a large one.
      const next = weight === 1 ? value : moved;
      const sound = next - next === 0;
      if (sound) average = next;
      if (sound && count < period) count = one;
      out[i & outWrap] = next + (next - next);
      if (count < period) out[i & outWrap] = NaN;
    } while (++i < to);
  }
}

/** Weight 2 / (n + 1). */
export function seededEma(period: number): SeededAverage {
  return new SeededAverage(period, 2 / (period + 1));
}

/** Weight 1 / n. */
export function wilder(period: number, wrap = WHOLE, outWrap = WHOLE): SeededAverage {
  return new SeededAverage(period, 1 / period, undefined, wrap, outWrap);
}
