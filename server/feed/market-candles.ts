// The candles of one market: three base series made from trades, every other interval gathered from them.
import { type EpochMs, type Interval, candleStart, nextCandleStart } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import type { CandleRow } from '../exchange/market-event.ts';
import { Series } from './candle-series.ts';

export const BASES = ['1m', '1h', '1d'] as const;
export type BaseInterval = (typeof BASES)[number];

const BASE_OF: Record<Interval, BaseInterval> = {
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

const DAY_MS = 86_400_000;
/**
 * How long candles are kept: 1 m (and 3-30 m with it) 14 days, 1 h (2-12 h) a year, days for ever. Older ones are
 * forgotten day by day.
 */
export const RETENTION_MS: Record<BaseInterval, number> = { '1m': 14 * DAY_MS, '1h': 366 * DAY_MS, '1d': Infinity };

/** Which candles to read: starts in [from, to), at most `limit`; the newest of them, or the first when `fromFront`. */
export interface CandleRange {
  from: EpochMs;
  to: EpochMs;
  limit: number;
  fromFront: boolean;
}

export class Candles {
  readonly base: Record<BaseInterval, Series> = { '1m': new Series(), '1h': new Series(), '1d': new Series() };
  /** Start of the earliest candle not yet written to the store, per series; Infinity when all are. */
  readonly unsavedFrom: Record<BaseInterval, EpochMs> = { '1m': Infinity, '1h': Infinity, '1d': Infinity };
  /** Grows whenever anything but the running candles changed. */
  epoch = 0;

  /** `amount` is the turnover in quote coins. */
  trade(ts: EpochMs, price: PriceTicks, lots: Lots, amount: number): void {
    for (const period of BASES) {
      const series = this.base[period];
      series.trade(candleStart(ts, period), price, lots, amount);
      if (series.lastStart() < this.unsavedFrom[period]) this.unsavedFrom[period] = series.lastStart();
    }
  }

  /**
   * Puts finished candles into a series; where one is known already, the imported one counts. Throws when not
   * ascending.
   */
  import(period: BaseInterval, rows: CandleRow[]): void {
    const first = rows[0];
    if (!first) return;
    const old = this.base[period];
    const merged = new Series();
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

  /** Forgets what is older than its series keeps. */
  trim(now: EpochMs): void {
    for (const period of BASES) {
      if (RETENTION_MS[period] === Infinity) continue;
      if (this.base[period].trim(candleStart(now - RETENTION_MS[period], '1d'))) this.epoch += 1;
    }
  }

  lastClose(): PriceTicks {
    return this.base['1m'].lastClose() || this.base['1h'].lastClose() || this.base['1d'].lastClose();
  }

  /** Candles of any interval, ascending; `more` says whether the range holds others beyond the limit. */
  read(period: Interval, range: CandleRange): { rows: CandleRow[]; more: boolean } {
    const series = this.base[BASE_OF[period]];
    const low = series.indexFrom(roundUp(range.from, period));
    const high = series.indexFrom(roundUp(range.to, period));
    const rows = range.fromFront
      ? readForward(series, period, low, high, range.limit + 1)
      : readBack(series, period, low, high, range.limit + 1);
    const more = rows.length > range.limit;
    if (more && range.fromFront) rows.pop();
    else if (more) rows.shift();
    return { rows, more };
  }
}

/** First candle start at or after `at`. */
function roundUp(at: EpochMs, period: Interval): EpochMs {
  if (!Number.isFinite(at)) return at;
  const start = candleStart(at, period);
  return start < at ? nextCandleStart(start, period) : start;
}

function readForward(series: Series, period: Interval, low: number, high: number, most: number): CandleRow[] {
  const rows: CandleRow[] = [];
  for (let at = low; at < high && rows.length < most;) {
    const start = candleStart(series.start[at] ?? 0, period);
    const end = Math.min(high, endOf(series, start, period, at));
    rows.push(gather(series, start, at, end));
    at = end;
  }
  return rows;
}

function readBack(series: Series, period: Interval, low: number, high: number, most: number): CandleRow[] {
  const rows: CandleRow[] = [];
  for (let end = high; end > low && rows.length < most;) {
    const start = candleStart(series.start[end - 1] ?? 0, period);
    let at = end - 1;
    while (at > low && (series.start[at - 1] ?? 0) >= start) at -= 1;
    rows.push(gather(series, start, at, end));
    end = at;
  }
  return rows.reverse();
}

function endOf(series: Series, start: EpochMs, period: Interval, at: number): number {
  const next = nextCandleStart(start, period);
  let end = at + 1;
  while (end < series.size && (series.start[end] ?? 0) < next) end += 1;
  return end;
}

/** One candle out of base candles [at, end). */
function gather(series: Series, start: EpochMs, at: number, end: number): CandleRow {
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
