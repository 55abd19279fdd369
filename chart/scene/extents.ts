// The lowest and highest of two columns over any rows: by scan, or by levels of detail that are built on first use.
import { Pyramid } from './pyramid.ts';

/** Up to this many rows a plain scan is as fast as the levels. */
const SCAN_ROWS = 512;
const found = new Float64Array(2);

export class Extents {
  private low: Float64Array;
  private high: Float64Array;
  private readonly levels = new Pyramid();
  private fresh = false;

  /** The same column twice for a line. */
  constructor(low: Float64Array, high: Float64Array) {
    this.low = low;
    this.high = high;
  }

  /** Reads other columns from now on; the same ones keep their levels. */
  take(low: Float64Array, high: Float64Array): void {
    if (low === this.low && high === this.high) return;
    this.low = low;
    this.high = high;
    this.fresh = false;
  }

  /** Rows from `fromRow` on changed; -1: everything did. */
  changed(fromRow: number, length: number): void {
    if (fromRow < 0) this.fresh = false;
    else if (this.fresh) this.levels.update(fromRow, length);
  }

  pyramid(length: number, phase: number): Pyramid {
    if (!this.fresh) this.levels.build(this.low, this.high, length, phase);
    this.fresh = true;
    return this.levels;
  }

  /** Widens `range` ([low, high]) by rows [from, to), exactly. */
  widen(range: Float64Array, from: number, to: number, length: number, phase: number): void {
    if (to - from > SCAN_ROWS) {
      this.pyramid(length, phase).widen(range, from, to);
      return;
    }
    const { low, high } = this;
    for (let row = from; row < to; row += 1) {
      // Comparisons with NaN are false, so gaps leave the range alone.
      if (low[row]! < range[0]!) range[0] = low[row]!;
      if (high[row]! > range[1]!) range[1] = high[row]!;
    }
  }

  /** First row in [from, to) that holds its highest (or lowest) value; -1 without values. */
  rowOf(end: 'highest' | 'lowest', from: number, to: number, length: number, phase: number): number {
    found[0] = Infinity;
    found[1] = -Infinity;
    this.widen(found, from, to, length, phase);
    const value = end === 'highest' ? found[1]! : found[0]!;
    if (!Number.isFinite(value)) return -1;
    if (to - from > SCAN_ROWS) return this.levels.find(end, value, from, to);
    const column = end === 'highest' ? this.high : this.low;
    for (let row = from; row < to; row += 1) if (column[row] === value) return row;
    return -1;
  }
}
