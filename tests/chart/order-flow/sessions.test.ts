// Sessions: points of control and naked levels equal to a naive twin, live and on the recorded tapes.
import { describe, expect, it } from 'vitest';
import type { CandleColumns } from '../../../chart/api.ts';
import { SESSION_MS, Sessions } from '../../../chart/order-flow/sessions.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES, tapedTrades } from '../../support/data/taped-trades.ts';
import { flowOf, naiveGroup, naiveProfile } from './naive-profile.ts';

interface NaiveSession {
  start: number;
  control: number;
  touchedMs: number;
}

/** By lists: bars of each session, their profile, then the first later candle that reaches its point of control. */
function naiveSessions(bars: FlowBars, candles: CandleColumns, sessionMs: number, mostRows: number): NaiveSession[] {
  const days = Array.from(bars.time.subarray(0, bars.length), (time) => time - (time % sessionMs));
  const rows = Array.from({ length: candles.length }, (_, row) => row);
  return [...new Set(days)].map((start) => {
    const [from, to] = [days.indexOf(start), days.lastIndexOf(start) + 1];
    const group = naiveGroup(bars, from, to, mostRows);
    const isWhole = candles.length > 0 && candles.time[0]! <= start;
    const control = isWhole
      ? (naiveProfile(bars, from, to, group, 70).control + 0.5) * group * bars.levelPrice
      : Number.NaN;
    const touched = rows.find((row) => {
      const time = candles.time[row]!;
      const isLater = time >= start + sessionMs && time < days.at(-1)! + sessionMs;
      return isLater && candles.low[row]! <= control && control <= candles.high[row]!;
    });
    return { start, control, touchedMs: touched === undefined ? Infinity : candles.time[touched]! };
  });
}

function shown(sessions: Sessions): NaiveSession[] {
  return Array.from({ length: sessions.length }, (_, at) => ({
    start: sessions.start[at]!,
    control: sessions.control[at]!,
    touchedMs: sessions.touchedMs[at]!,
  }));
}

/** Candles of the same trades: from the lowest to the highest level of each bar. */
function candlesOf(bars: FlowBars): CandleColumns {
  const column = (of: (row: number) => number): Float64Array =>
    Float64Array.from({ length: bars.length }, (_, at) => of(at));
  const low = column((row) => bars.firstLevel[row]! * bars.levelPrice);
  const high = column((row) => (bars.firstLevel[row]! + bars.levelCount[row]!) * bars.levelPrice);
  const { length } = bars;
  return { length, time: bars.time.slice(0, length), open: low, high, low, close: high, volume: high };
}

describe('Sessions', () => {
  it('are those of the naive twin while trades arrive, days pass and past bars change', () => {
    const random = seeded(17);
    for (let round = 0; round < 6; round++) {
      const bars = new FlowBars({ levelPrice: 0.5, lotCoins: 1 });
      const sessions = new Sessions();
      let [time, level, rewrites] = [SESSION_MS * 100, 1000, 0];
      for (let step = 0; step < 300; step++) {
        if (random() < 0.2) time += (1 + Math.floor(random() * 2)) * (random() < 0.1 ? SESSION_MS : SESSION_MS / 8);
        level += Math.floor(random() * 31) - 15;
        bars.add(time, level, 1 + Math.floor(50 * random()), random() < 0.5);
        if (random() < 0.02) bars.add(bars.time[Math.floor(random() * bars.length)]!, level, 5, true);
        if (random() < 0.8) continue;
        const candles = candlesOf(bars);
        if (random() < 0.05) rewrites += 1;
        sessions.update(bars, candles, rewrites, 48, 0.7);
        expect(shown(sessions), `round ${round} step ${step}`).toEqual(naiveSessions(bars, candles, SESSION_MS, 48));
      }
    }
  });

  it('a day that began before the first candle has no level', () => {
    const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
    bars.add(SESSION_MS + 60_000, 10, 1, true);
    bars.add(2 * SESSION_MS, 20, 1, true);
    const sessions = new Sessions();
    sessions.update(bars, candlesOf(bars), 0, 48, 0.7);
    expect(shown(sessions).map(({ control }) => control)).toEqual([Number.NaN, 20.5]);
  });

  it('candles of a day whose trades are still on the way touch nothing', () => {
    const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
    bars.add(SESSION_MS, 10, 1, true);
    const sessions = new Sessions();
    const ahead = candlesOf(flowAt([SESSION_MS, 2 * SESSION_MS], 10));
    sessions.update(bars, ahead, 0, 48, 0.7);
    expect(shown(sessions)).toEqual([{ start: SESSION_MS, control: 10.5, touchedMs: Infinity }]);
    bars.add(SESSION_MS, 30, 5, true);
    bars.add(2 * SESSION_MS, 10, 1, true);
    sessions.update(bars, ahead, 0, 48, 0.7);
    expect(shown(sessions)[0]).toEqual({ start: SESSION_MS, control: 30.5, touchedMs: Infinity });
  });

  it('live trades within the rows of a session allocate nothing', () => {
    const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
    for (let at = 0; at < 60; at++) bars.add(SESSION_MS, 100 + at, 1, true);
    const sessions = new Sessions();
    const candles = candlesOf(bars);
    sessions.update(bars, candles, 0, 48, 0.7);
    const { control, newest } = sessions;
    const { sold, bought } = newest;
    for (let step = 0; step < 1000; step++) {
      bars.add(SESSION_MS, 100 + (step % 60), 1, step % 2 === 0);
      sessions.update(bars, candles, 0, 48, 0.7);
    }
    expect(sessions.control).toBe(control);
    expect([newest.sold, newest.bought]).toEqual([sold, bought]);
    expect(newest.sold).toBe(sold);
  });

  it.each(TAPES)('%s: sessions of half a minute are those of the naive twin', (tape) => {
    for (const trades of tapedTrades(tape)?.values() ?? []) {
      const bars = flowOf(trades, 1000, 10);
      const candles = candlesOf(bars);
      for (const mostRows of [12]) {
        const sessions = new Sessions(30_000);
        sessions.update(bars, candles, 0, mostRows, 0.7);
        expect(sessions.length).toBeGreaterThan(0);
        expect(shown(sessions)).toEqual(naiveSessions(bars, candles, 30_000, mostRows));
      }
    }
  });
});

function flowAt(times: number[], level: number): FlowBars {
  const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
  for (const time of times) bars.add(time, level, 1, true);
  return bars;
}
