// Intervals whose bars have no length of time: how they are written, and when counting begins again.
import { HOUR_MS } from './durations.ts';
import { type ChartInterval, INTERVAL_MS } from './time.ts';

/** Counting of bars made of trades begins again this often, at 00:00, 04:00 ... UTC: all users see the same bars. */
export const BARS_SPAN_MS = 4 * HOUR_MS;

/** Length of an interval's candles, ms; 0 where it varies: the month, and bars made of trades. */
export function intervalMs(interval: ChartInterval): number {
  return (INTERVAL_MS as Record<string, number | undefined>)[interval] ?? 0;
}

const BAR_SIGNS: Record<string, string> = { volume: 'V', trades: 'T', delta: 'Δ', range: 'R' };

/** How an interval is written: "15m", "2.5V", "500T". */
export function intervalName(interval: ChartInterval): string {
  const [kind = '', size] = interval.split('-');
  return size === undefined ? interval : size + BAR_SIGNS[kind];
}
