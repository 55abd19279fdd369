// Exponential averages that start from a plain mean: EMA, the SMA of Tongdaxin and Wilder's smoothing are one, told apart by their weight.
import { wrapOf } from './column.ts';

/**
 * First value: mean of the first `period` values; then y = y' + weight * (x - y'). With a `seed`, that is the y' of the first value.
 * A value that is not finite is skipped and the state kept, so averages of averages start where their input does.
 */
export class SeededAverage {
  private readonly period: number;
  /** Weight of a value after so many others: the first `period` weigh alike. */
  private readonly weights: Float64Array;
  private readonly seed: number;
  /** Values taken, at most `period`. */
  private count = 0;
  private readonly average = new Float64Array(1);

  constructor(period: number, weight: number, seed = NaN) {
    this.period = period;
    this.weights = Float64Array.from({ length: period + 1 }, (_, k) => (k < period ? 1 / (k + 1) : weight));
    this.seed = seed;
  }

  /** Rows `[from, to)` of `out` from those of `values`, which may be the same column, as a Fill does; NaN before `period` values are there. */
  fill(values: Float64Array, from: number, to: number, out: Float64Array): void {
    const { period, weights } = this;
    const wrap = wrapOf(values);
    const outWrap = wrapOf(out);
    if (from === 0) this.reset();
    let { count } = this;
    let average = this.average[0]!;
    let i = from;
    do {
      if (i === to - 1) {
        this.count = count;
        this.average[0] = average;
      }
      const value = values[i & wrap]!;
      const weight = weights[count]!;
      const one = count + 1;
      const moved = average + weight * (value - average);
      // At weight 1 the difference would lose the digits of a small value after a large one.
      const next = weight === 1 ? value : moved;
      const finite = next - next === 0;
      if (finite) average = next;
      if (finite && count < period) count = one;
      out[i & outWrap] = next;
      if (count < period) out[i & outWrap] = NaN;
    } while (++i < to);
  }

  private reset(): void {
    const seeded = !Number.isNaN(this.seed);
    this.count = seeded ? this.period : 0;
    this.average[0] = seeded ? this.seed : 0;
  }
}

/** Weight 2 / (n + 1). */
export function seededEma(period: number): SeededAverage {
  return new SeededAverage(period, 2 / (period + 1));
}

/** Weight 1 / n. */
export function wilder(period: number): SeededAverage {
  return new SeededAverage(period, 1 / period);
}
