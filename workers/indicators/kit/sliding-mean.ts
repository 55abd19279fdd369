// Mean of the last n values, without the rounding residue of plain running sums.
import { WHOLE } from './column.ts';

/**
 * A second sum holds the exact rounding error of the first (Knuth's two-sum). A value that is not finite makes the mean
 * NaN while it is in the window.
 */
export class SlidingMean {
  readonly #period: number = 0;
  readonly #wrap: number = 0;
  readonly #outWrap: number = 0;
  readonly #delay: number = 0;
  #sum = NaN;
  /** Rounding error of the sum. */
  #lost = NaN;
  /** First row of the current run of finite values. */
  #start = 0;
  /** Last row that is not 0: the mean of a window of zeros is exactly 0, whatever rounding left. */
  #nonZero = 0;

  /**
   * `wrap` and `outWrap` are the index masks of the columns it reads and writes. With `delay`, row `i` gets the mean of
   * row `i - delay`, and no value before that.
   */
  constructor(period: number, wrap = WHOLE, outWrap = WHOLE, delay = 0) {
    this.#period = period;
    this.#wrap = wrap;
    this.#outWrap = outWrap;
    this.#delay = delay;
  }

  /**
   * Rows `[from, to)` of `out` from those of `values`, a different column, as a Pass does; NaN before the `period`-th
   * value.
   */
  fill(values: Float64Array, from: number, to: number, out: Float64Array): void {
    const period = this.#period;
    const wrap = this.#wrap;
    const outWrap = this.#outWrap;
    const delay = this.#delay;
    const end = to - delay;
    if (end <= 0) return;
    let i = Math.max(0, from - delay);
    let sum = this.#sum;
    let lost = this.#lost;
    let start = this.#start;
    let nonZero = this.#nonZero;
    if (i === 0) sum = lost = start = nonZero = 0;
    do {
      if (i === end - 1) {
        this.#sum = sum;
        this.#lost = lost;
        this.#start = start;
        this.#nonZero = nonZero;
      }
      const value = values[i & wrap]!;
      const gone = i - period;
      const next = i + 1;
      const oldest = values[Math.max(0, gone) & wrap]!;
      const old = gone >= start ? oldest : 0;
      const change = value - old;
      const taken = change - value;
      const total = sum + change;
      const added = total - sum;
      lost += value - (change - taken) - (old + taken) + (sum - (total - added) + (change - added));
      sum = total;
      const sound = total - total === 0;
      if (value !== 0) nonZero = i;
      if (i - nonZero >= period || !sound) sum = lost = 0;
      if (!sound) start = next;
      out[(i + delay) & outWrap] = (sum + lost) / period;
      if (gone + 1 < start) out[(i + delay) & outWrap] = NaN;
    } while (++i < end);
  }
}
