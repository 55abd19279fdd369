// Rows of numbers in one buffer, reused without allocation.

/** Row-major: rows of `width` numbers, one after another in `data`. Grows by doubling, never shrinks. */
export class Rows {
  readonly width: number;
  data: Float64Array;
  count = 0;

  constructor(width: number, capacity = 64) {
    this.width = width;
    this.data = new Float64Array(width * capacity);
  }

  /** Adds a row and returns its offset in `data`; its numbers are undefined. */
  add(): number {
    const offset = this.count * this.width;
    if (offset === this.data.length) {
      const wider = new Float64Array(this.data.length * 2);
      wider.set(this.data);
      this.data = wider;
    }
    this.count++;
    return offset;
  }

  clear(): void {
    this.count = 0;
  }

  /** Sets the number of rows to `count`; their numbers are undefined. */
  reserve(count: number): void {
    if (count * this.width > this.data.length)
      this.data = new Float64Array(Math.max(count * this.width, this.data.length * 2));
    this.count = count;
  }

  /** A copy with just enough capacity. */
  copy(): Rows {
    const copy = new Rows(this.width, Math.max(1, this.count));
    copy.data.set(this.data.subarray(0, this.count * this.width));
    copy.count = this.count;
    return copy;
  }
}
