// Columns that grow with the candles, and ring-buffer strips of their newest rows.

/** `column`, or a longer copy of it with at least `rows` rows. */
export function withCapacity(column: Float64Array, rows: number): Float64Array {
  if (rows <= column.length) return column;
  const longer = new Float64Array(Math.max(rows + 1024, column.length * 2));
  longer.set(column);
  return longer;
}

/** Rows of a strip, a power of 2: more than a block and the longest window together. */
const STRIP_ROWS = 2048;
/** Index mask of a strip: row `i` is at `i & WRAP`. */
export const WRAP = STRIP_ROWS - 1;
/** Index mask of a whole column: row `i` is at `i`. */
export const WHOLE = -1;

/** A strip for intermediate values of an indicator. */
export function strip(): Float64Array {
  return new Float64Array(STRIP_ROWS);
}
