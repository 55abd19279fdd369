// One side of a book: sorted price levels as columns, the best one last so that little moves.
import { BID, type SideCode } from '../../core/feed/checksum.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

const FIRST_CAPACITY = 256;
/** Moves shorter than this are faster as a loop than as a call. */
const SHORT_MOVE = 24;

/**
 * Levels are in `[start, end)`, with free capacity at both ends. `keys` ascend: the price of a bid, the negated price
 * of an ask. So the best level of either side is the last one, and the worst is dropped at `start`.
 */
export class BookSide {
  readonly side: SideCode;
  keys = new Float64Array(FIRST_CAPACITY);
  lots = new Float64Array(FIRST_CAPACITY);
  start = FIRST_CAPACITY / 2;
  end = FIRST_CAPACITY / 2;
  /** Index where the last search ended: the levels of one message are close to each other. */
  #lastFound = 0;

  constructor(side: SideCode) {
    this.side = side;
  }

  get length(): number {
    return this.end - this.start;
  }

  clear(): void {
    this.start = this.end = this.keys.length >> 1;
  }

  /** Price of the `rank`-th best level (0 = best), in ticks; NaN when there is none. */
  priceAt(rank: number): PriceTicks {
    const at = this.end - 1 - rank;
    return at < this.start ? NaN : Math.abs(this.keys[at]!);
  }

  lotsAt(rank: number): Lots {
    const at = this.end - 1 - rank;
    return at < this.start ? NaN : this.lots[at]!;
  }

  /** Sets a level to `lots` (0 removes it; removing an unknown one is normal). Returns the lots it had, 0 for none. */
  set(price: PriceTicks, lots: Lots): Lots {
    const key = this.side === BID ? price : -price;
    const at = this.#find(key);
    if (at < this.end && this.keys[at] === key) {
      const before = this.lots[at]!;
      if (lots === 0) this.#remove(at);
      else this.lots[at] = lots;
      return before;
    }
    if (lots !== 0) this.#insert(at, key, lots);
    return 0;
  }

  /** Drops the worst level. The side must not be empty. */
  dropWorst(): void {
    this.start++;
  }

  /** Index of the first key that is not below `key`, by galloping search from the last index found. */
  #find(key: number): number {
    const { keys, start, end } = this;
    const from = this.#lastFound < start ? start : this.#lastFound > end ? end : this.#lastFound;
    let low = start;
    let high = end;
    let step = 1;
    if (from < end && keys[from]! < key) {
      low = from + 1;
      while (low + step <= end && keys[low + step - 1]! < key) {
        low += step;
        step <<= 1;
      }
      if (low + step <= end) high = low + step - 1;
    } else {
      high = from;
      while (high - step >= start && keys[high - step]! >= key) {
        high -= step;
        step <<= 1;
      }
      if (high - step >= start) low = high - step + 1;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    this.#lastFound = low;
    return low;
  }

  #insert(at: number, key: number, lots: Lots): void {
    const towardsStart = at - this.start < this.end - at;
    if (towardsStart ? this.start === 0 : this.end === this.keys.length) at += this.#recenter();
    if (towardsStart) {
      this.#shift(this.start, at, -1);
      this.start--;
      at--;
    } else {
      this.#shift(at, this.end, 1);
      this.end++;
    }
    this.keys[at] = key;
    this.lots[at] = lots;
    this.#lastFound = at;
  }

  #remove(at: number): void {
    if (at - this.start < this.end - 1 - at) {
      this.#shift(this.start, at, 1);
      this.start++;
    } else {
      this.#shift(at + 1, this.end, -1);
      this.end--;
    }
  }

  /** Moves `[from, to)` by one place. */
  #shift(from: number, to: number, by: 1 | -1): void {
    const { keys, lots } = this;
    if (to - from >= SHORT_MOVE) {
      keys.copyWithin(from + by, from, to);
      lots.copyWithin(from + by, from, to);
    } else if (by === 1) {
      for (let i = to; i > from; i--) {
        keys[i] = keys[i - 1]!;
        lots[i] = lots[i - 1]!;
      }
    } else {
      for (let i = from; i < to; i++) {
        keys[i - 1] = keys[i]!;
        lots[i - 1] = lots[i]!;
      }
    }
  }

  /**
   * Moves the levels to the middle, of longer columns when they fill more than half. Returns by how much they moved.
   */
  #recenter(): number {
    const count = this.length;
    const capacity = count * 2 > this.keys.length ? this.keys.length * 2 : this.keys.length;
    const start = (capacity - count) >> 1;
    const moved = start - this.start;
    const keys = new Float64Array(capacity);
    const lots = new Float64Array(capacity);
    keys.set(this.keys.subarray(this.start, this.end), start);
    lots.set(this.lots.subarray(this.start, this.end), start);
    this.keys = keys;
    this.lots = lots;
    this.start = start;
    this.end = start + count;
    return moved;
  }
}
