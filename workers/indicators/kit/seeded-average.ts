// Exponential averages seeded by a plain mean: EMA, the SMA of Tongdaxin, Wilder's smoothing.
import { WHOLE } from './column.ts';

/**
 * First value: mean of the first `period` values; then y = y' + weight * (x - y'). With a `seed`, the seed is the first
 * y'. A value that is not finite is skipped and the state stays, so averages of averages begin where their input does.
 */
export class SeededAverage {
  readonly #period: number = 0;
  readonly #wrap: number = 0;
  readonly #outWrap: number = 0;
  /** Weight of a value by the number of values before it: the first `period` values have equal weight. */
  readonly #weights: Float64Array;
  /** Initial state: number of values, and their average. */
  readonly #firstCount: number = 0;
  readonly #seed: number = 0;
  /** Number of values so far, at most `period`. */
  #count = 0;
  #average = NaN;

  /** `wrap` and `outWrap` are the index masks of the columns it reads and writes. */
  constructor(period: number, weight: number, seed?: number, wrap = WHOLE, outWrap = WHOLE) {
    this.#period = period;
    this.#wrap = wrap;
    this.#outWrap = outWrap;
    this.#firstCount = seed === undefined ? 0 : period;
    this.#seed = seed ?? 0;
    this.#weights = Float64Array.from({ length: period + 1 }, (_, k) => (k < period ? 1 / (k + 1) : weight));
  }

  /**
   * Rows `[from, to)` of `out` from those of `values`, which may be the same column, as a Pass does; NaN before the
   * `period`-th value.
   */
  fill(values: Float64Array, from: number, to: number, out: Float64Array): void {
    const period = this.#period;
    const wrap = this.#wrap;
    const outWrap = this.#outWrap;
    const weights = this.#weights;
    const firstCount = this.#firstCount;
    const seed = this.#seed;
    let count = this.#count;
    let average = this.#average;
    let i = from;
    if (i === 0) {
      count = firstCount;
      average = seed;
    }
    do {
      if (i === to - 1) {
        this.#count = count;
        this.#average = average;
      }
      const value = values[i & wrap]!;
      const weight = weights[count]!;
      const one = count + 1;
      const moved = average + weight * (value - average);
      // At weight 1 the difference would lose the digits of a small value that follows a large one.
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
