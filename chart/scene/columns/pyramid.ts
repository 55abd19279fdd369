// Level of detail: minima and maxima of 2^k rows.
// A million candles cost no more to draw or to fit than a screenful.

/** Number of levels; 2^20 rows in one bucket is beyond any zoom. */
const LEVELS = 20;

/**
 * Buckets of level k hold rows with the same `(row + phase) >> k`. The phase lets buckets keep their rows when older
 * rows are put in front. NaN rows are left out; a bucket without values has min +Infinity and max -Infinity.
 */
export class Pyramid {
  readonly #mins: Float64Array[] = [];
  readonly #maxs: Float64Array[] = [];
  #low: Float64Array = new Float64Array(0);
  #high: Float64Array = new Float64Array(0);
  #length = 0;
  #phase = 0;
  readonly #probe = new Float64Array(2);

  /** Reads `length` rows of two columns (the same one twice for a line) and builds all levels: O(length). */
  build(low: Float64Array, high: Float64Array, length: number, phase: number): void {
    this.#low = low;
    this.#high = high;
    this.#phase = phase;
    this.#length = length;
    // From bucket 0: storage in front of the phase may hold rows of an earlier build.
    this.#refresh(-phase);
  }

  /** Rows from `fromRow` on changed or were appended: O(changed + log length). */
  update(fromRow: number, length: number): void {
    this.#length = length;
    this.#refresh(Math.max(0, fromRow));
  }

  /** Lowest value of a bucket; level 0 is the row itself. */
  min(level: number, bucket: number): number {
    if (level > 0) return this.#mins[level]?.[bucket] ?? Infinity;
    const value = this.#low[bucket - this.#phase];
    return value === undefined || Number.isNaN(value) ? Infinity : value;
  }

  max(level: number, bucket: number): number {
    if (level > 0) return this.#maxs[level]?.[bucket] ?? -Infinity;
    const value = this.#high[bucket - this.#phase];
    return value === undefined || Number.isNaN(value) ? -Infinity : value;
  }

  /** Widens `range` ([low, high]) by rows [from, to), exactly: O(log(to - from)). */
  widen(range: Float64Array, from: number, to: number): void {
    let left = from + this.#phase;
    let right = Math.min(to, this.#length) + this.#phase;
    for (let level = 0; left < right; level += 1) {
      if (level === LEVELS) {
        for (let bucket = left; bucket < right; bucket += 1) this.#include(range, level, bucket);
        return;
      }
      if (left & 1) this.#include(range, level, left++);
      if (right & 1) this.#include(range, level, --right);
      left >>= 1;
      right >>= 1;
    }
  }

  /**
   * First row in [from, to) whose own extreme is `value`, which must be the extreme of these rows: O(log² (to - from)).
   */
  find(end: 'highest' | 'lowest', value: number, from: number, to: number): number {
    const range = this.#probe;
    let low = from;
    let high = Math.min(to, this.#length);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      range[0] = Infinity;
      range[1] = -Infinity;
      this.widen(range, low, middle);
      if ((end === 'highest' ? range[1] : range[0]) === value) high = middle;
      else low = middle;
    }
    return low;
  }

  #include(range: Float64Array, level: number, bucket: number): void {
    const min = this.min(level, bucket);
    const max = this.max(level, bucket);
    if (min < range[0]!) range[0] = min;
    if (max > range[1]!) range[1] = max;
  }

  #refresh(fromRow: number): void {
    let from = fromRow + this.#phase;
    let end = this.#length + this.#phase;
    for (let level = 1; level <= LEVELS; level += 1) {
      from >>= 1;
      end = (end + 1) >> 1;
      this.#reserve(level, end);
      const mins = this.#mins[level]!;
      const maxs = this.#maxs[level]!;
      for (let bucket = from; bucket < end; bucket += 1) {
        const one = bucket * 2;
        mins[bucket] = Math.min(this.min(level - 1, one), this.#childMin(level, one + 1));
        maxs[bucket] = Math.max(this.max(level - 1, one), this.#childMax(level, one + 1));
      }
    }
  }

  /** The second child may lie past the end, where its storage still holds rows of an earlier, longer column. */
  #childMin(level: number, bucket: number): number {
    return bucket << (level - 1) < this.#length + this.#phase ? this.min(level - 1, bucket) : Infinity;
  }

  #childMax(level: number, bucket: number): number {
    return bucket << (level - 1) < this.#length + this.#phase ? this.max(level - 1, bucket) : -Infinity;
  }

  #reserve(level: number, buckets: number): void {
    const mins = this.#mins[level];
    if (mins && mins.length >= buckets) return;
    const size = Math.max(16, 2 ** Math.ceil(Math.log2(buckets + 1)));
    const grownMins = new Float64Array(size).fill(Infinity);
    const grownMaxs = new Float64Array(size).fill(-Infinity);
    if (mins) {
      grownMins.set(mins);
      grownMaxs.set(this.#maxs[level]!);
    }
    this.#mins[level] = grownMins;
    this.#maxs[level] = grownMaxs;
  }
}
