// Rows of numbers that are filled, read and filled again without allocation.

/** Rows of `width` numbers, one after another in `data`. Grows by doubling, never shrinks. */
export class Rows {
  readonly width: number;
  data: Float64Array;
  count = 0;

  constructor(width: number, capacity = 64) {
    this.width = width;
    this.data = new Float64Array(width * capacity);
  }

  /** Offset of a new row in `data`; its numbers are whatever was there. */
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

  /** Exactly `count` rows; their numbers are whatever was there. */
  reserve(count: number): void {
    if (count * this.width > this.data.length)
      this.data = new Float64Array(Math.max(count * this.width, this.data.length * 2));
    this.count = count;
  }

  /** A copy of its own, as large as needed. */
  copy(): Rows {
    const copy = new Rows(this.width, Math.max(1, this.count));
    copy.data.set(this.data.subarray(0, this.count * this.width));
    copy.count = this.count;
    return copy;
  }
}
