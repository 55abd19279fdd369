// How long a candle lasts: a fixed time, or for bars made of trades what the newest ones took.
import { BARS_SPAN_MS, intervalMs } from '../../core/units/bar-interval.ts';
import { DAY_MS, MINUTE_MS } from '../../core/units/durations.ts';
import type { ChartInterval } from '../../core/units/time.ts';
import type { CandleColumns } from '../api.ts';

/** A month varies. */
const MONTH_MS = 30 * DAY_MS;
/** Newest bars that are looked at. */
const NEWEST = 100;

/** Length of a candle of these columns, ms. Of bars made of trades it is a mean, and changes slowly. */
export function barMsOf(interval: ChartInterval, { time, length }: Pick<CandleColumns, 'time' | 'length'>): number {
  if (interval === '1M') return MONTH_MS;
  const fixedMs = intervalMs(interval);
  if (fixedMs > 0) return fixedMs;
  const from = Math.max(0, length - 1 - NEWEST);
  if (length - from < 2) return MINUTE_MS;
  return Math.min(BARS_SPAN_MS, (time[length - 1]! - time[from]!) / (length - 1 - from));
}
