// Conversion between times and logical candle indexes. Beyond the candles the interval continues.
import type { ChartInterval } from '../../core/units/time.ts';
import type { CandleColumns } from '../api.ts';
import { barMsOf } from '../scene/bar-length.ts';

/** The part of the columns that places need. */
export type Times = Pick<CandleColumns, 'time' | 'length'>;

/** Months since January 1970 with a fraction: the one interval whose length the calendar decides. */
function monthsAt(atMs: number): number {
  const date = new Date(atMs);
  const whole = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  const start = Date.UTC(1970, whole, 1);
  return whole + (atMs - start) / (Date.UTC(1970, whole + 1, 1) - start);
}

function timeOfMonths(months: number): number {
  const whole = Math.floor(months);
  const start = Date.UTC(1970, whole, 1);
  return start + Math.round((months - whole) * (Date.UTC(1970, whole + 1, 1) - start));
}

/** Candles from one time to another, with a fraction; negative when `toMs` is earlier. */
function candlesBetween(times: Times, fromMs: number, toMs: number, interval: ChartInterval): number {
  return interval === '1M' ? monthsAt(toMs) - monthsAt(fromMs) : (toMs - fromMs) / barMsOf(interval, times);
}

function timeAfter(times: Times, fromMs: number, candles: number, interval: ChartInterval): number {
  if (interval === '1M') return timeOfMonths(monthsAt(fromMs) + candles);
  return fromMs + candles * barMsOf(interval, times);
}

/** Last row whose time is at most `atMs`; there is one. */
function rowHolding(time: Float64Array, length: number, atMs: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle]! <= atMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Logical index (see `TimeScale`) of a time; its fraction is the part of the candle that has passed. `origin` is the
 * number of rows put in front. NaN without candles.
 */
export function logicalOf(times: Times, origin: number, interval: ChartInterval, atMs: number): number {
  const { time, length } = times;
  if (length === 0) return NaN;
  const last = length - 1;
  if (atMs >= time[last]!) return last - origin + candlesBetween(times, time[last]!, atMs, interval);
  if (atMs < time[0]!) return candlesBetween(times, time[0]!, atMs, interval) - origin;
  const row = rowHolding(time, length, atMs);
  return row - origin + (atMs - time[row]!) / (time[row + 1]! - time[row]!);
}

/** Time at a logical index, the way back of `logicalOf`. NaN without candles. */
export function timeAt(times: Times, origin: number, interval: ChartInterval, logical: number): number {
  const { time, length } = times;
  if (length === 0) return NaN;
  const place = logical + origin;
  const last = length - 1;
  if (place >= last) return timeAfter(times, time[last]!, place - last, interval);
  if (place < 0) return timeAfter(times, time[0]!, place, interval);
  const row = Math.floor(place);
  return Math.round(time[row]! + (place - row) * (time[row + 1]! - time[row]!));
}

/** Whole index of the candle at a logical index: times between candles belong to the earlier one. */
export function candleIndexOf(logical: number): number {
  return Math.floor(logical + 1e-9);
}
