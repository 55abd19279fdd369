// Times and candle intervals: names, lengths, and where a candle starts.
import { DAY_MS, MINUTE_MS } from './durations.ts';

/** Milliseconds since the Unix epoch, UTC. */
export type EpochMs = number;

/** Candle intervals that the exchange has, shortest first ("1m" ... "1M"). */
export const INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Interval of candles that the client builds from live trades; the exchange has none. */
export const LIVE_INTERVAL = '1s';
/** Intervals of a length of time: those of the exchange and the live one. */
export type TimeInterval = Interval | typeof LIVE_INTERVAL;
export const TIME_INTERVALS: readonly TimeInterval[] = [LIVE_INTERVAL, ...INTERVALS];

/** What closes a bar that has no length of time: volume, number of trades, delta (bought less sold), range. */
export type BarKind = 'volume' | 'trades' | 'delta' | 'range';
/** Bars made of trades: "volume-2.5" and "delta-1" in coins, "trades-500", "range-20" in ticks. */
export type BarInterval = `${BarKind}-${number}`;
/** Intervals of a chart. */
export type ChartInterval = TimeInterval | BarInterval;

const UNIT_MS: Record<string, number> = { s: 1000, m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS, w: 7 * DAY_MS, M: 0 };

/** Length of each interval in ms; 0 for the month, whose length varies. */
export const INTERVAL_MS = Object.fromEntries(
  TIME_INTERVALS.map((name) => [name, parseInt(name) * UNIT_MS[name.at(-1)!]!]),
) as Record<TimeInterval, number>;

/** Monday 1970-01-05: weeks start on Monday, UTC. */
export const FIRST_MONDAY_MS = 4 * DAY_MS;

export function isInterval(text: string): text is Interval {
  return (INTERVALS as readonly string[]).includes(text);
}

export function isTimeInterval(text: string): text is TimeInterval {
  return text === LIVE_INTERVAL || isInterval(text);
}

const BARS = /^((trades|range)-[1-9]\d{0,6}|(volume|delta)-(?!0$)(0|[1-9]\d{0,8})(\.\d{0,7}[1-9])?)$/;

/** Each has one spelling: numbers without zeros at their ends. */
export function isBarInterval(text: string): text is BarInterval {
  return BARS.test(text);
}

export function isChartInterval(text: string): text is ChartInterval {
  return isTimeInterval(text) || isBarInterval(text);
}

/**
 * Start of the candle that contains `at`: UTC, weeks from Monday, months from the 1st.
 * @example
 * candleStart(Date.UTC(2024, 0, 1, 10, 7), '5m'); // 2024-01-01 10:05 UTC
 */
export function candleStart(at: EpochMs, interval: TimeInterval): EpochMs {
  if (interval === '1M') {
    const date = new Date(at);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const length = INTERVAL_MS[interval];
  const origin = interval === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((at - origin) / length) * length + origin;
}

/** Start of the candle after the one that starts at `start`. */
export function nextCandleStart(start: EpochMs, interval: TimeInterval): EpochMs {
  if (interval !== '1M') return start + INTERVAL_MS[interval];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
