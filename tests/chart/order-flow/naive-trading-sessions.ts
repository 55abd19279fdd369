// Naive twin of sessions: lists of bars, and a search of the candles that touched a level.
import type { CandleColumns } from '../../../chart/api.ts';
import type { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import type { TradingSessions } from '../../../chart/order-flow/trading-sessions.ts';
import { naiveGroup, naiveProfile } from './naive-profile.ts';

interface NaiveSession {
  start: number;
  control: number;
  touchedMs: number;
}

/** By lists: bars of each session, their profile, then the first later candle that reaches its point of control. */
export function naiveSessions(
  bars: FlowBars,
  candles: CandleColumns,
  sessionMs: number,
  mostRows: number,
): NaiveSession[] {
  const days = Array.from(bars.time.subarray(0, bars.length), (time) => time - (time % sessionMs));
  const rows = Array.from({ length: candles.length }, (_, row) => row);
  return [...new Set(days)].map((start) => {
    const [from, to] = [days.indexOf(start), days.lastIndexOf(start) + 1];
    const group = naiveGroup(bars, from, to, mostRows);
    const isWhole = candles.length > 0 && candles.time[0]! <= start;
    const control = isWhole
      ? (naiveProfile(bars, from, to, group, 70).control + 0.5) * group * bars.levelPrice - bars.tickPrice / 2
      : Number.NaN;
    const touched = rows.find((row) => {
      const time = candles.time[row]!;
      const isLater = time >= start + sessionMs && time < days.at(-1)! + sessionMs;
      return isLater && candles.low[row]! <= control && control <= candles.high[row]!;
    });
    return { start, control, touchedMs: touched === undefined ? Infinity : candles.time[touched]! };
  });
}

/** The same of the sessions themselves. */
export function shownSessions(sessions: TradingSessions): NaiveSession[] {
  return Array.from({ length: sessions.length }, (_, at) => ({
    start: sessions.start[at]!,
    control: sessions.control[at]!,
    touchedMs: sessions.touchedMs[at]!,
  }));
}

/** Candles of the same trades: from the lowest to the highest price of the levels of each bar. */
export function candlesOf(bars: FlowBars): CandleColumns {
  const column = (of: (row: number) => number): Float64Array =>
    Float64Array.from({ length: bars.length }, (_, at) => of(at));
  const low = column((row) => bars.firstLevel[row]! * bars.levelPrice);
  const high = column((row) => (bars.firstLevel[row]! + bars.levelCount[row]!) * bars.levelPrice - bars.tickPrice);
  const { length } = bars;
  return { length, time: bars.time.slice(0, length), open: low, high, low, close: high, volume: high };
}
