// Mean over the last n values, without the residue that plain running sums keep after a large value has left.
import { WHOLE } from './column.ts';

/**
 * The sum carries what rounding lost in a second one, exactly (Knuth's two-sum). A value that is not finite makes the
 * mean NaN while it is in the window.
 */
export class SlidingMean {
  private readonly period: number;
  private readonly wrap: number;
  private readonly outWrap: number;
  private readonly delay: number;
  private sum = NaN;
  /** What rounding took from the sum. */
  private lost = NaN;
  /** First row of the unbroken run of finite values. */
  private start = 0;
  /** Last row that is not 0: a window without one is 0 exactly, whatever rounding left. */
  private nonZero = 0;

  /**
   * `wrap` and `outWrap` tell whether it reads and writes strips. With `delay`, row `i` gets the mean of row `i -
   * delay`, and nothing where there is no such row.
   */
  constructor(period: number, wrap = WHOLE, outWrap = WHOLE, delay = 0) {
    this.period = period;
    this.wrap = wrap;
    this.outWrap = outWrap;
    this.delay = delay;
  }

  /**
   * Rows `[from, to)` of `out` from those of `values`, another column, as a Pass does; NaN before `period` values are
   * there.
   */
  fill(values: Float64Array, from: number, to: number, out: Float64Array): void {
    const { period, wrap, outWrap, delay } = this;
    const end = to - delay;
    if (end <= 0) return;
    let i = Math.max(0, from - delay);
    let { sum, lost, start, nonZero } = this;
    if (i === 0) sum = lost = start = nonZero = 0;
    do {
      if (i === end - 1) {
        this.sum = sum;
        this.lost = lost;
        this.start = start;
        this.nonZero = nonZero;
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
