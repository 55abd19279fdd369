// Mean over the last n values, without the residue that plain running sums keep after a large value has left.
import { wrapOf } from './column.ts';

/** The sum carries what rounding lost in a second one, exactly (Knuth's two-sum). A value that is not finite makes the mean NaN while it is in the window. */
export class SlidingMean {
  private readonly period: number;
  /** The sum, and what rounding took from it. */
  private readonly sums = new Float64Array(2);
  /** First row of the unbroken run of finite values. */
  private start = 0;
  /** Last row that is not 0: a window without one is 0 exactly, whatever rounding left. */
  private nonZero = 0;

  constructor(period: number) {
    this.period = period;
  }

  /** Rows `[from, to)` of `out` from those of `values`, another column, as a Fill does; NaN before `period` values are there. */
  fill(values: Float64Array, from: number, to: number, out: Float64Array): void {
    const { period, sums } = this;
    const wrap = wrapOf(values);
    const outWrap = wrapOf(out);
    let sum = sums[0]!;
    let lost = sums[1]!;
    let { start, nonZero } = this;
    if (from === 0) sum = lost = start = nonZero = 0;
    let i = from;
    do {
      if (i === to - 1) {
        sums[0] = sum;
        sums[1] = lost;
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
      const finite = total - total === 0;
      if (value !== 0) nonZero = i;
      if (i - nonZero >= period || !finite) sum = lost = 0;
      if (!finite) start = next;
      out[i & outWrap] = (sum + lost) / period;
      if (gone + 1 < start) out[i & outWrap] = NaN;
    } while (++i < to);
  }
}
