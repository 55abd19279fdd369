// Columns that grow with the candles, and strips that keep only their newest rows.

/** `column`, or a longer copy of it: at least twice as long, and with some room to spare. */
export function withCapacity(column: Float64Array, rows: number): Float64Array {
  if (rows <= column.length) return column;
  const longer = new Float64Array(Math.max(rows + 1024, column.length * 2));
  longer.set(column);
  return longer;
}

/** Rows of a strip, a power of 2: a block and the longest window before it. */
const STRIP_ROWS = 2048;
/** What the rows of a strip are masked with: row `i` stands at `i & WRAP`. */
export const WRAP = STRIP_ROWS - 1;
/** What the rows of a whole column are masked with: each stands at its own place. */
export const WHOLE = -1;

/** What an indicator keeps of its own, beside its lines. */
export function strip(): Float64Array {
  return new Float64Array(STRIP_ROWS);
}
