// Difference of two columns.
import { wrapOf } from './column.ts';

/** Rows `[from, to)` of `out`, which may be one of the others: `factor` times (`a` - `b`). */
export function fillDifference(a: Float64Array, b: Float64Array, factor: number, from: number, to: number, out: Float64Array): void {
  const wrap = wrapOf(b);
  let i = from;
  do {
    const value = factor * (a[i]! - b[i & wrap]!);
    out[i] = value + (value - value);
  } while (++i < to);
}
