// Candle columns that grow at both ends: new candles are appended, older pages prepended.
import { CANDLE_COLUMNS } from '../../core/worker-protocol/worker-protocol.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import type { Rows } from '../decode/rows.ts';

const FIRST_CAPACITY = 1024;

/**
 * Candles as indicators read them: row `i` of every column, `0 <= i < length`. Times in ms since the epoch, prices in
 * quote units, volume in base coins.
 */
export interface Bars {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/**
 * Ascending by time, one row per candle. The column views are replaced when the series grows: read them on each use.
 */
export class CandleSeries implements Bars {
  length = 0;
  /**
   * Time of the last candle that was received before an interruption of the feed: those after it were fetched. 0
   * without an interruption.
   */
  seam = 0;
  /** Times of the bars before which trades are missing, ascending; of bars made of trades alone. */
  seams: number[] = [];
  time: Float64Array = new Float64Array(0);
  open: Float64Array = this.time;
  high: Float64Array = this.time;
  low: Float64Array = this.time;
  close: Float64Array = this.time;
  volume: Float64Array = this.time;
  #capacity = FIRST_CAPACITY;
  /** Free rows before the first candle. */
  #front = 0;
  #store = new Float64Array(FIRST_CAPACITY * CANDLE_COLUMNS);

  constructor() {
    this.#updateViews();
  }

  /** Start of candle `i`, ms since the epoch; NaN out of range. */
  timeAt(i: number): number {
    return i >= 0 && i < this.length ? this.time[i]! : NaN;
  }

  get lastTime(): number {
    return this.timeAt(this.length - 1);
  }

  clear(): void {
    this.length = this.seam = 0;
    this.seams = [];
  }

  dropLast(): void {
    this.length--;
  }

  /** Removes the first `count` candles and frees their capacity. */
  dropFirst(count: number): void {
    this.#front += count;
    this.length -= count;
    this.#grow(0, this.#capacity);
  }

  /**
   * Replaces the last candle or appends a newer one, from a row of CANDLE_ROW numbers. Returns its index, or -1 for a
   * row in the past.
   */
  upsert(data: Float64Array, at: number): number {
    const time = data[at]!;
    const last = this.lastTime;
    if (time < last) return -1;
    if (time !== last) {
      if (this.#front + this.length === this.#capacity) this.#grow(this.#front, this.#capacity * 2);
      this.length++;
    }
    const row = this.length - 1;
    this.#write(row, data, at);
    return row;
  }

  /** Index of the first candle that does not start before `time`. */
  indexOf(time: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time[middle]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Prepends `rows`, which are ascending and all before the first candle. */
  prepend(rows: Rows): void {
    const added = rows.count;
    if (added > this.#front) {
      const front = Math.max(added, this.length);
      this.#grow(front, front + this.length + FIRST_CAPACITY);
    }
    this.#front -= added;
    this.length += added;
    this.#updateViews();
    for (let i = 0; i < added; i++) this.#write(i, rows.data, i * rows.width);
  }

  /**
   * Merges `rows` (ascending) into the candles from the first row's time on. Where both have a candle the row wins,
   * except for the newest of either: the one with more volume is later. Returns the index of the first row that may
   * have changed.
   */
  merge(rows: Rows): number {
    if (rows.count === 0) return this.length;
    const first = this.indexOf(rows.data[0]!);
    const existing = this.#rowsFrom(first);
    this.length = first;
    let k = 0;
    for (let i = 0; i < rows.count; i++) {
      const time = rows.data[i * rows.width]!;
      for (; k < existing.count && existing.data[k * CANDLE_ROW]! < time; k++)
        this.upsert(existing.data, k * CANDLE_ROW);
      const same = k < existing.count && existing.data[k * CANDLE_ROW] === time;
      const isRunning = k === existing.count - 1 || i === rows.count - 1;
      const existingIsNewer = same && isRunning && existing.data[k * CANDLE_ROW + 5]! > rows.data[i * rows.width + 5]!;
      if (existingIsNewer) this.upsert(existing.data, k * CANDLE_ROW);
      else this.upsert(rows.data, i * rows.width);
      if (same) k++;
    }
    for (; k < existing.count; k++) this.upsert(existing.data, k * CANDLE_ROW);
    return first;
  }

  /** Copies rows `[from, to)` column by column to `out` at `at`: CANDLE_COLUMNS columns of `to - from` numbers. */
  copyTo(from: number, to: number, out: Float64Array, at: number): void {
    const count = to - from;
    for (let column = 0; column < CANDLE_COLUMNS; column++) {
      const start = column * this.#capacity + this.#front;
      if (count === 1) out[at + column] = this.#store[start + from]!;
      else out.set(this.#store.subarray(start + from, start + to), at + column * count);
    }
  }

  #rowsFrom(first: number): { data: Float64Array; count: number } {
    const count = this.length - first;
    const data = new Float64Array(count * CANDLE_ROW);
    for (let i = 0; i < count; i++) {
      for (let column = 0; column < CANDLE_ROW; column++)
        data[i * CANDLE_ROW + column] = this.#store[column * this.#capacity + this.#front + first + i]!;
    }
    return { data, count };
  }

  #write(row: number, data: Float64Array, at: number): void {
    this.time[row] = data[at]!;
    this.open[row] = data[at + 1]!;
    this.high[row] = data[at + 2]!;
    this.low[row] = data[at + 3]!;
    this.close[row] = data[at + 4]!;
    this.volume[row] = data[at + 5]!;
  }

  /** Moves the candles to columns of `capacity` rows, after `front` free rows. */
  #grow(front: number, capacity: number): void {
    const store = new Float64Array(capacity * CANDLE_COLUMNS);
    for (let column = 0; column < CANDLE_COLUMNS; column++) {
      const from = column * this.#capacity + this.#front;
      store.set(this.#store.subarray(from, from + this.length), column * capacity + front);
    }
    this.#store = store;
    this.#front = front;
    this.#capacity = capacity;
    this.#updateViews();
  }

  #updateViews(): void {
    const column = (i: number): Float64Array =>
      this.#store.subarray(i * this.#capacity + this.#front, (i + 1) * this.#capacity);
    this.time = column(0);
    this.open = column(1);
    this.high = column(2);
    this.low = column(3);
    this.close = column(4);
    this.volume = column(5);
  }
}
