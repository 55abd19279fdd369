// Candles of one market: three base series built from trades; other intervals are aggregated.
import { HOUR_MS } from '../../core/units/durations.ts';
import { type EpochMs, type Interval, candleStart, nextCandleStart } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import { countedMs } from '../../core/market-data/tile.ts';
import type { CandleRow } from '../exchange/market-event.ts';
import { CandleSeries, SERIES_COLUMNS } from './candle-series.ts';

export const BASE_INTERVALS = ['1m', '1h', '1d'] as const;
export type BaseInterval = (typeof BASE_INTERVALS)[number];

export const BASE_INTERVAL_OF: Record<Interval, BaseInterval> = {
  '1m': '1m',
  '3m': '1m',
  '5m': '1m',
  '15m': '1m',
  '30m': '1m',
  '1h': '1h',
  '2h': '1h',
  '4h': '1h',
  '6h': '1h',
  '12h': '1h',
  '1d': '1d',
  '1w': '1d',
  '1M': '1d',
};

/**
 * How many candles are stored: 1m (and 3m to 30m) 31 days of them, so that a replay of each archived day has them, 1h
 * (and 2h to 12h) a year, 1d without limit. Older ones are dropped a day at a time. Counted, not by age: a clock that
 * is months ahead would leave none.
 */
export const STORED_CANDLES: Record<BaseInterval, number> = { '1m': 31 * 1_440, '1h': 366 * 24, '1d': Infinity };

/** Candles that may still change, or have changed while a copy was made: far more than either takes. */
const TAIL_MS = 2 * HOUR_MS;

/** Candles that start at `fromMs` or later, column after column in the order of SERIES_COLUMNS. */
export interface CandleTail {
  fromMs: EpochMs;
  columns: Float64Array;
}

/** Which candles to read: starts in [from, to), at most `limit`; the newest of them, or the oldest when `fromFront`. */
export interface CandleRange {
  from: EpochMs;
  to: EpochMs;
  limit: number;
  fromFront: boolean;
}

export class MarketCandles {
  readonly base: Record<BaseInterval, CandleSeries> = {
    '1m': new CandleSeries(),
    '1h': new CandleSeries(),
    '1d': new CandleSeries(),
  };
  /** Start of the earliest candle not yet written to the store, per series; Infinity when all are. */
  readonly unsavedFrom: Record<BaseInterval, EpochMs> = { '1m': Infinity, '1h': Infinity, '1d': Infinity };
  /** Increases with every change other than to the running candles. */
  epoch = 0;
  #newestMs: EpochMs = -Infinity;

  /**
   * `amount` is the turnover in quote coins. A late trade of a venue counts in the candle of its own time: it closes
   * its minute, and no longer candle that has gone on since.
   */
  addTrade(ts: EpochMs, price: PriceTicks, lots: Lots, amount: number): void {
    this.#newestMs = Math.max(this.#newestMs, this.base['1m'].lastStart());
    const counted = countedMs(ts, this.#newestMs);
    this.#newestMs = Math.max(this.#newestMs, counted);
    for (const period of BASE_INTERVALS) {
      const series = this.base[period];
      const start = candleStart(counted, period);
      if (start < series.lastStart()) this.epoch += 1;
      series.addTrade(start, price, lots, amount);
      if (start < this.unsavedFrom[period]) this.unsavedFrom[period] = start;
    }
  }

  /**
   * Merges finished candles into a series; an imported candle replaces one of the same start. Throws Error when `rows`
   * are not ascending.
   */
  importRows(period: BaseInterval, rows: CandleRow[]): void {
    const first = rows[0];
    if (!first) return;
    const old = this.base[period];
    const merged = new CandleSeries();
    merged.reserve(old.size + rows.length);
    let at = 0;
    for (const row of rows) {
      for (; at < old.size && (old.start[at] ?? 0) < row.start; at += 1) merged.append(old.row(at));
      if (at < old.size && old.start[at] === row.start) at += 1;
      merged.append(row);
    }
    for (; at < old.size; at += 1) merged.append(old.row(at));
    this.base[period] = merged;
    this.unsavedFrom[period] = Math.min(this.unsavedFrom[period], first.start);
    this.epoch += 1;
  }

  /** Columns of the candles of a series that start in [fromMs, toMs), as `adopt` of another process takes them. */
  copy(period: BaseInterval, fromMs: EpochMs, toMs: EpochMs): Float64Array {
    const series = this.base[period];
    return series.copyColumns(series.indexFrom(fromMs), series.indexFrom(toMs));
  }

  /** The running candles and those of the last two hours. */
  copyTails(now: EpochMs): Record<BaseInterval, CandleTail> {
    const tailOf = (period: BaseInterval): CandleTail => {
      const fromMs = candleStart(now - TAIL_MS, period);
      return { fromMs, columns: this.copy(period, fromMs, Infinity) };
    };
    return { '1m': tailOf('1m'), '1h': tailOf('1h'), '1d': tailOf('1d') };
  }

  /** The candles of the last two hours count as unsaved, and no older ones. */
  markTailsUnsaved(now: EpochMs): void {
    for (const period of BASE_INTERVALS) {
      const series = this.base[period];
      const at = series.indexFrom(candleStart(now - TAIL_MS, period));
      this.unsavedFrom[period] = at < series.size ? (series.start[at] ?? Infinity) : Infinity;
    }
  }

  /** Replaces the end of a series by what another process has; nothing of it counts as unsaved. */
  adopt(period: BaseInterval, columns: Float64Array): void {
    const first = columns[0];
    if (first === undefined) return;
    const series = this.base[period];
    series.truncate(first);
    series.appendColumns(columns, columns.length / SERIES_COLUMNS.length);
    this.epoch += 1;
  }

  /** Drops the oldest candles beyond the stored number of their series. */
  trim(): void {
    for (const period of BASE_INTERVALS) {
      const series = this.base[period];
      const oldest = series.start[series.size - STORED_CANDLES[period]];
      if (oldest !== undefined && series.trim(candleStart(oldest, '1d'))) this.epoch += 1;
    }
  }

  lastClose(): PriceTicks {
    return this.base['1m'].lastClose() || this.base['1h'].lastClose() || this.base['1d'].lastClose();
  }

  /** End of the last candle of the shortest interval that has one; 0 without any. */
  lastEnd(): EpochMs {
    const period = BASE_INTERVALS.find((name) => this.base[name].size > 0);
    return period === undefined ? 0 : nextCandleStart(this.base[period].lastStart(), period);
  }

  /** Candles of any interval, ascending; `more`: the range has others beyond the limit. */
  read(period: Interval, range: CandleRange): { rows: CandleRow[]; more: boolean } {
    const series = this.base[BASE_INTERVAL_OF[period]];
    const low = series.indexFrom(firstStartFrom(range.from, period));
    const high = series.indexFrom(firstStartFrom(range.to, period));
    const rows = range.fromFront
      ? readForward(series, period, low, high, range.limit + 1)
      : readBackward(series, period, low, high, range.limit + 1);
    const more = rows.length > range.limit;
    if (more && range.fromFront) rows.pop();
    else if (more) rows.shift();
    return { rows, more };
  }
}

/** First candle start at or after `at`. */
function firstStartFrom(at: EpochMs, period: Interval): EpochMs {
  if (!Number.isFinite(at)) return at;
  const start = candleStart(at, period);
  return start < at ? nextCandleStart(start, period) : start;
}

function readForward(series: CandleSeries, period: Interval, low: number, high: number, limit: number): CandleRow[] {
  const rows: CandleRow[] = [];
  for (let at = low; at < high && rows.length < limit;) {
    const start = candleStart(series.start[at] ?? 0, period);
    const end = Math.min(high, endIndexOf(series, start, period, at));
    rows.push(aggregate(series, start, at, end));
    at = end;
  }
  return rows;
}

function readBackward(series: CandleSeries, period: Interval, low: number, high: number, limit: number): CandleRow[] {
  const rows: CandleRow[] = [];
  for (let end = high; end > low && rows.length < limit;) {
    const start = candleStart(series.start[end - 1] ?? 0, period);
    let at = end - 1;
    while (at > low && (series.start[at - 1] ?? 0) >= start) at -= 1;
    rows.push(aggregate(series, start, at, end));
    end = at;
  }
  return rows.reverse();
}

function endIndexOf(series: CandleSeries, start: EpochMs, period: Interval, at: number): number {
  const next = nextCandleStart(start, period);
  let end = at + 1;
  while (end < series.size && (series.start[end] ?? 0) < next) end += 1;
  return end;
}

/** Aggregates base candles [at, end) into one that starts at `start`. */
function aggregate(series: CandleSeries, start: EpochMs, at: number, end: number): CandleRow {
  const row = series.row(at);
  row.start = start;
  for (let index = at + 1; index < end; index += 1) {
    row.high = Math.max(row.high, series.high[index] ?? 0);
    row.low = Math.min(row.low, series.low[index] ?? Infinity);
    row.volumeLots += series.volumeLots[index] ?? 0;
    row.amount += series.amount[index] ?? 0;
  }
  row.close = series.close[end - 1] ?? row.close;
  return row;
}
