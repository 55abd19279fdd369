// Columns that grow with the candles, and strips that keep only their newest rows.

/** `column`, or a longer copy of it: at least twice as long, and with some room to spare. */
export function withRoom(column: Float64Array, rows: number): Float64Array {
  if (rows <= column.length) return column;
  const longer = new Float64Array(Math.max(rows + 1024, column.length * 2));
  longer.set(column);
  return longer;
}

/** Rows of a strip, a power of 2: a block and the longest window before it. */
const STRIP_ROWS = 2048;

/** What an indicator keeps of its own, beside its lines: row `i` stands at `i & (length - 1)`. */
export function strip(): Float64Array {
  return new Float64Array(STRIP_ROWS);
}

/** What a row is masked with in `column`, strip or not: a column as long as a strip has no row that the mask would move. */
export function wrapOf(column: Float64Array): number {
  return column.length === STRIP_ROWS ? STRIP_ROWS - 1 : -1;
}
