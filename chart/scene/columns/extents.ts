// The lowest and highest of two columns over any rows.
// Found by scan, or by levels of detail that are built on first use.
import { Pyramid } from './pyramid.ts';

/** Up to this many rows a plain scan is as fast as the levels. */
const SCAN_ROWS = 512;
const found = new Float64Array(2);

export class Extents {
  #low: Float64Array;
  #high: Float64Array;
  readonly #levels = new Pyramid();
  #fresh = false;
  /** Rows that were scanned last, and the lowest and the highest of them; row -1: there is none. */
  #from = 0;
  #to = 0;
  #least = Infinity;
  #most = -Infinity;
  #leastRow = -1;
  #mostRow = -1;

  /** The same column twice for a line. */
  constructor(low: Float64Array, high: Float64Array) {
    this.#low = low;
    this.#high = high;
  }

  /** Reads other columns from now on; the same ones keep their levels. */
  setColumns(low: Float64Array, high: Float64Array): void {
    if (low === this.#low && high === this.#high) return;
    this.#low = low;
    this.#high = high;
    this.#fresh = false;
    this.#to = 0;
  }

  /** Rows from `fromRow` on changed; -1: everything did. */
  changed(fromRow: number, length: number): void {
    // Extremes before it are still those of the rows before it: a tick has its own row scanned.
    if (fromRow < this.#to) this.#to = this.#leastRow < fromRow && this.#mostRow < fromRow ? fromRow : 0;
    if (fromRow < 0) this.#fresh = false;
    else if (this.#fresh) this.#levels.update(fromRow, length);
  }

  pyramid(length: number, phase: number): Pyramid {
    if (!this.#fresh) this.#levels.build(this.#low, this.#high, length, phase);
    this.#fresh = true;
    return this.#levels;
  }

  /** Widens `range` ([low, high]) by rows [from, to), exactly. */
  widen(range: Float64Array, from: number, to: number, length: number, phase: number): void {
    if (to - from > SCAN_ROWS) {
      this.pyramid(length, phase).widen(range, from, to);
      return;
    }
    this.#scan(from, to);
    if (this.#least < range[0]!) range[0] = this.#least;
    if (this.#most > range[1]!) range[1] = this.#most;
  }

  /** First row in [from, to) that holds its highest (or lowest) value; -1 without values. */
  rowOf(end: 'highest' | 'lowest', from: number, to: number, length: number, phase: number): number {
    found[0] = Infinity;
    found[1] = -Infinity;
    this.widen(found, from, to, length, phase);
    const value = end === 'highest' ? found[1]! : found[0]!;
    if (!Number.isFinite(value)) return -1;
    if (to - from > SCAN_ROWS) return this.#levels.find(end, value, from, to);
    const column = end === 'highest' ? this.#high : this.#low;
    for (let row = from; row < to; row += 1) if (column[row] === value) return row;
    return -1;
  }

  /**
   * Finds the extremes of [from, to): among the rows that came in alone, while those of the rows before are still in
   * it.
   */
  #scan(from: number, to: number): void {
    const leastRow = this.#leastRow;
    const mostRow = this.#mostRow;
    // A frame asks for every line: no calls but those that look at rows.
    const holds =
      (leastRow < 0 || (leastRow >= from && leastRow < to)) && (mostRow < 0 || (mostRow >= from && mostRow < to));
    if (holds && this.#to > from && this.#from < to) {
      if (from < this.#from) this.#scanRows(from, this.#from);
      if (to > this.#to) this.#scanRows(this.#to, to);
    } else {
      this.#least = Infinity;
      this.#most = -Infinity;
      this.#leastRow = -1;
      this.#mostRow = -1;
      this.#scanRows(from, to);
    }
    this.#from = from;
    this.#to = to;
  }

  #scanRows(from: number, to: number): void {
    const low = this.#low;
    const high = this.#high;
    for (let row = from; row < to; row += 1) {
      // Comparisons with NaN are false, so gaps are passed over.
      if (low[row]! < this.#least) {
        this.#least = low[row]!;
        this.#leastRow = row;
      }
      if (high[row]! > this.#most) {
        this.#most = high[row]!;
        this.#mostRow = row;
      }
    }
  }
}
