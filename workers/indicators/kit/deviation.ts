// Deviation of a window's values from its mean.

/**
 * Rows `[from, to)` of `out`: sum over the last `period` values of their distance from the row's mean, squared or not.
 * Reads the whole window for each row, O(n): differences of running sums of squares would cancel on prices that are
 * large beside their moves. `wrap` is the index mask of `values` and `means`.
 */
export function fillDeviation(
  values: Float64Array,
  means: Float64Array,
  period: number,
  squared: boolean,
  from: number,
  to: number,
  out: Float64Array,
  wrap = -1,
): void {
  const half = period >> 1;
  let i = from;
  do {
    const mean = means[i & wrap]!;
    // Two sums: an addition need not wait for the one before. The middle of an odd window belongs to neither.
    let newer = 0;
    let older = (period & 1) * distance(values[Math.max(0, i - half) & wrap]! - mean, squared);
    for (let k = Math.max(0, i - half + 1), at = Math.max(0, i - period + 1); k <= i; k++, at++) {
      newer += distance(values[k & wrap]! - mean, squared);
      older += distance(values[at & wrap]! - mean, squared);
    }
    out[i] = newer + older;
  } while (++i < to);
}

function distance(difference: number, squared: boolean): number {
  const square = difference * difference;
  const size = Math.abs(difference);
  return squared ? square : size;
}
