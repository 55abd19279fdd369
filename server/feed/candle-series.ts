// One candle series as growing columns: prices in ticks, volume in lots, amount in quote coins.
import { DAY_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import type { CandleRow } from '../exchange/market-event.ts';

const FIRST_CAPACITY = 512;
/** Columns of a series, in the order in which they are stored. */
export const SERIES_COLUMNS = ['start', 'open', 'high', 'low', 'close', 'volumeLots', 'amount'] as const;

/**
 * Column store of candles in ascending order of start. Prices are whole ticks; volume and amount are statistics in
 * floating point.
 */
export class CandleSeries {
  size = 0;
  start = new Float64Array(FIRST_CAPACITY);
  open = new Float64Array(FIRST_CAPACITY);
  high = new Float64Array(FIRST_CAPACITY);
  low = new Float64Array(FIRST_CAPACITY);
  close = new Float64Array(FIRST_CAPACITY);
  volumeLots = new Float64Array(FIRST_CAPACITY);
  amount = new Float64Array(FIRST_CAPACITY);

  lastStart(): EpochMs {
    return this.size === 0 ? -Infinity : (this.start[this.size - 1] ?? 0);
  }

  lastClose(): PriceTicks {
    return this.size === 0 ? 0 : (this.close[this.size - 1] ?? 0);
  }

  /** Adds a trade to the candle that starts at `start`, which may be over. */
  addTrade(start: EpochMs, priceTicks: PriceTicks, lots: Lots, amount: number): void {
    const at = start === this.lastStart() ? this.size - 1 : this.indexFrom(start);
    if (this.start[at] !== start || at === this.size) {
      const prices = { open: priceTicks, high: priceTicks, low: priceTicks, close: priceTicks };
      this.#insert(at, { start, ...prices, volumeLots: lots, amount });
      return;
    }
    if (priceTicks > (this.high[at] ?? 0)) this.high[at] = priceTicks;
    if (priceTicks < (this.low[at] ?? 0)) this.low[at] = priceTicks;
    this.close[at] = priceTicks;
    this.volumeLots[at] = (this.volumeLots[at] ?? 0) + lots;
    this.amount[at] = (this.amount[at] ?? 0) + amount;
  }

  /** Appends a candle. Throws Error unless it starts after the last one. */
  append(row: CandleRow): void {
    if (row.start <= this.lastStart()) throw new Error(`candle at ${row.start} is not after ${this.lastStart()}`);
    this.#insert(this.size, row);
  }

  row(at: number): CandleRow {
    return {
      start: this.start[at] ?? 0,
      open: this.open[at] ?? 0,
      high: this.high[at] ?? 0,
      low: this.low[at] ?? 0,
      close: this.close[at] ?? 0,
      volumeLots: this.volumeLots[at] ?? 0,
      amount: this.amount[at] ?? 0,
    };
  }

  /** Index of the first candle that starts at `at` or later. */
  indexFrom(at: EpochMs): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.start[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops candles before `oldest` (a day boundary), once more than a day of them is due. Returns whether it did. */
  trim(oldest: EpochMs): boolean {
    if (this.size === 0 || (this.start[0] ?? 0) >= oldest - DAY_MS) return false;
    const from = this.indexFrom(oldest);
    for (const column of SERIES_COLUMNS) this[column].copyWithin(0, from, this.size);
    this.size -= from;
    return true;
  }

  /** Appends `count` candles from an array of columns, one column after another in the order of SERIES_COLUMNS. */
  appendColumns(columns: Float64Array, count: number): void {
    if (this.size + count > this.start.length) this.reserve(Math.max(this.size * 2, this.size + count));
    for (const [index, column] of SERIES_COLUMNS.entries()) {
      this[column].set(columns.subarray(index * count, (index + 1) * count), this.size);
    }
    this.size += count;
  }

  /** Drops the candles that start at `from` or later. */
  truncate(from: EpochMs): void {
    this.size = this.indexFrom(from);
  }

  /** Copies candles [from, to) into one array, column after column. */
  copyColumns(from: number, to: number): Float64Array {
    const count = to - from;
    const columns = new Float64Array(count * SERIES_COLUMNS.length);
    for (const [index, column] of SERIES_COLUMNS.entries()) columns.set(this[column].subarray(from, to), index * count);
    return columns;
  }

  reserve(capacity: number): void {
    if (capacity <= this.start.length) return;
    for (const column of SERIES_COLUMNS) {
      const wider = new Float64Array(capacity);
      wider.set(this[column].subarray(0, this.size));
      this[column] = wider;
    }
  }

  #insert(at: number, row: CandleRow): void {
    if (this.size === this.start.length) this.reserve(this.size * 2);
    for (const column of SERIES_COLUMNS) {
      this[column].copyWithin(at + 1, at, this.size);
      this[column][at] = row[column];
    }
    this.size += 1;
  }
}
