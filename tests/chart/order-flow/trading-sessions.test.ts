// Trading sessions: points of control and naked levels equal to a naive twin.
import { describe, expect, it } from 'vitest';
import { SESSION_MS, TradingSessions } from '../../../chart/order-flow/trading-sessions.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { candlesOf, naiveSessions, shownSessions } from './naive-trading-sessions.ts';

describe('TradingSessions', () => {
  it('are those of the naive twin while trades arrive, days pass and past bars change', () => {
    const random = seeded(17);
    for (let round = 0; round < 6; round++) {
      const bars = new FlowBars({ levelPrice: 0.5, tickPrice: 0.5, lotCoins: 1 });
      const sessions = new TradingSessions();
      let [time, level, rewrites] = [SESSION_MS * 100, 1000, 0];
      for (let step = 0; step < 300; step++) {
        if (random() < 0.2) time += (1 + Math.floor(random() * 2)) * (random() < 0.1 ? SESSION_MS : SESSION_MS / 8);
        level += Math.floor(random() * 31) - 15;
        bars.add(time, level, 1 + Math.floor(50 * random()), random() < 0.5);
        if (random() < 0.02) bars.add(bars.time[Math.floor(random() * bars.length)]!, level, 5, true);
        if (random() < 0.8) continue;
        const candles = candlesOf(bars);
        if (random() < 0.05) rewrites += 1;
        sessions.update(bars, candles, rewrites, 48, 70);
        expect(shownSessions(sessions), `round ${round} step ${step}`).toEqual(
          naiveSessions(bars, candles, SESSION_MS, 48),
        );
      }
    }
  });

  it('a day that began before the first candle has no level', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    bars.add(SESSION_MS + 60_000, 10, 1, true);
    bars.add(2 * SESSION_MS, 20, 1, true);
    const sessions = new TradingSessions();
    sessions.update(bars, candlesOf(bars), 0, 48, 70);
    expect(shownSessions(sessions).map(({ control }) => control)).toEqual([Number.NaN, 20]);
  });

  it('a candle that ends at the very price of a level reaches it', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    bars.add(SESSION_MS, 10, 1, true);
    bars.add(2 * SESSION_MS, 7, 1, true);
    bars.add(2 * SESSION_MS, 10, 1, true);
    const sessions = new TradingSessions();
    sessions.update(bars, candlesOf(bars), 0, 48, 70);
    expect(shownSessions(sessions)[0]).toEqual({ start: SESSION_MS, control: 10, touchedMs: 2 * SESSION_MS });
  });

  it('candles of a day whose trades are still on the way touch nothing', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    bars.add(SESSION_MS, 10, 1, true);
    const sessions = new TradingSessions();
    const ahead = candlesOf(flowAt([SESSION_MS, 2 * SESSION_MS], 10));
    sessions.update(bars, ahead, 0, 48, 70);
    expect(shownSessions(sessions)).toEqual([{ start: SESSION_MS, control: 10, touchedMs: Infinity }]);
    bars.add(SESSION_MS, 30, 5, true);
    bars.add(2 * SESSION_MS, 10, 1, true);
    sessions.update(bars, ahead, 0, 48, 70);
    expect(shownSessions(sessions)[0]).toEqual({ start: SESSION_MS, control: 30, touchedMs: Infinity });
  });

  it('live trades within the rows of a session allocate nothing', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    for (let at = 0; at < 60; at++) bars.add(SESSION_MS, 100 + at, 1, true);
    const sessions = new TradingSessions();
    const candles = candlesOf(bars);
    sessions.update(bars, candles, 0, 48, 70);
    const { control, newest } = sessions;
    const { sold, bought } = newest;
    for (let step = 0; step < 1000; step++) {
      bars.add(SESSION_MS, 100 + (step % 60), 1, step % 2 === 0);
      sessions.update(bars, candles, 0, 48, 70);
    }
    expect(sessions.control).toBe(control);
    expect([newest.sold, newest.bought]).toEqual([sold, bought]);
    expect(newest.sold).toBe(sold);
  });
});

function flowAt(times: number[], level: number): FlowBars {
  const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
  for (const time of times) bars.add(time, level, 1, true);
  return bars;
}
