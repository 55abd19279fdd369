// Difference of two columns.

/** Rows `[from, to)` of `out`, which may be `a` or `b`: `factor * (a - b)`. `wrap` is the index mask of `b`. */
export function fillDifference(
  a: Float64Array,
  b: Float64Array,
  factor: number,
  from: number,
  to: number,
  out: Float64Array,
  wrap = -1,
): void {
  let i = from;
  do {
    const value = factor * (a[i]! - b[i & wrap]!);
    out[i] = value + (value - value);
  } while (++i < to);
}
