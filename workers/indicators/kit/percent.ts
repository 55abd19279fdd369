// A column as percentages of another.

/**
 * Rows `[from, to)` of `out`, which may be `parts` or `wholes`: `parts` in percent of `wholes`; 0 where both are 0.
 * `wrap` is the index mask of `wholes`.
 */
export function fillPercent(
  parts: Float64Array,
  wholes: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
  wrap = -1,
): void {
  let i = from;
  do {
    const part = parts[i]!;
    const whole = wholes[i & wrap]!;
    const none = 0 * part;
    const share = (100 * part) / whole;
    const value = whole === 0 ? none : share;
    out[i] = value + (value - value);
  } while (++i < to);
}
