// One column in percent of another.

/**
 * Rows `[from, to)` of `out`, which may be one of the others: `parts` in percent of `wholes`; 0 of 0. `wrap` is that of
 * `wholes` where it is a strip.
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
