// Generated histories: deterministic, consistent across intervals, empty in closed hours, fast.
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { candleStart } from '../../../core/units/time.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { PriceHistory } from '../../../server/simulation/price-history.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import type { CandleRow } from '../../../server/exchange/market-event.ts';

const SEED = 42;
/** A Tuesday in the middle of a minute, hour and day. */
const NOW = Date.UTC(2026, 2, 3, 14, 37, 21, 500);
const MARKETS = LISTED_INSTRUMENTS.filter((info) => info.pair !== '');
const byId = (id: number) => MARKETS.find((info) => info.id === id)!;

/** Naive twin of the merge: one longer candle at a time, by filtering. */
function merged(rows: CandleRow[], interval: '1h' | '1d', start: number): CandleRow | null {
  const inside = rows.filter((row) => candleStart(row.start, interval) === start);
  if (inside.length === 0) return null;
  return {
    start,
    open: inside[0]!.open,
    close: inside.at(-1)!.close,
    high: Math.max(...inside.map((row) => row.high)),
    low: Math.min(...inside.map((row) => row.low)),
    volumeLots: inside.reduce((sum, row) => sum + row.volumeLots, 0),
    amount: inside.reduce((sum, row) => sum + row.amount, 0),
  };
}

describe(`history, seed ${SEED}`, () => {
  it.each([2, 102, 201])('of market %i: hours merge their minutes, days their hours', (id) => {
    const history = new PriceHistory(seededSource(SEED), NOW).candlesOf(byId(id));
    const minuteFrom = candleStart(history['1m'][0]!.start, '1h');
    const hours = history['1h'].filter((row) => row.start >= minuteFrom);
    expect(hours.length).toBeGreaterThanOrEqual(id === 201 ? 5 * 24 : 7 * 24);
    for (const hour of hours) expect(hour).toEqual(merged(history['1m'], '1h', hour.start));
    const hourFrom = history['1h'][0]!.start;
    for (const day of history['1d'].filter((row) => row.start >= hourFrom))
      expect(day).toEqual(merged(history['1h'], '1d', day.start));
  });

  it.each([2, 201])('of market %i has its full length, up to the last whole minute', (id) => {
    const history = new PriceHistory(seededSource(SEED), NOW).candlesOf(byId(id));
    if (id === 2) {
      expect(history['1d']).toHaveLength(730);
      expect(history['1h'].length).toBeGreaterThanOrEqual(90 * 24);
      expect(history['1m'].length).toBeGreaterThanOrEqual(7 * 24 * 60);
    }
    expect(history['1m'].at(-1)!.start).toBe(candleStart(NOW, '1m') - 60_000);
    for (const rows of Object.values(history) as CandleRow[][]) {
      for (const [at, row] of rows.entries()) {
        const isSound =
          row.start > (rows[at - 1]?.start ?? 0) &&
          row.low > 0 &&
          row.low <= Math.min(row.open, row.close) &&
          row.high >= Math.max(row.open, row.close);
        if (!isSound) throw new Error(`row ${at}: ${JSON.stringify(row)}`);
        if (!Number.isSafeInteger(row.volumeLots) || row.volumeLots <= 0) throw new Error(`volume ${row.volumeLots}`);
      }
    }
  });

  it('has no forex candle in closed hours', () => {
    const info = byId(203);
    const { '1m': minutes, '1h': hours } = new PriceHistory(seededSource(SEED), NOW).candlesOf(info);
    for (const row of [...minutes, ...hours]) expect(sessionAt(info, row.start).open).toBe(true);
  });

  it('is the same for a seed, and differs between seeds', () => {
    const one = new PriceHistory(seededSource(SEED), NOW).candlesOf(byId(3));
    expect(new PriceHistory(seededSource(SEED), NOW).candlesOf(byId(3))).toEqual(one);
    expect(new PriceHistory(seededSource(SEED + 1), NOW).candlesOf(byId(3))).not.toEqual(one);
  });

  it('is the same whichever markets were made before it', () => {
    const past = new PriceHistory(seededSource(SEED), NOW);
    past.candlesOf(byId(2));
    expect(past.candlesOf(byId(3))).toEqual(new PriceHistory(seededSource(SEED), NOW).candlesOf(byId(3)));
  });

  it('ends near the reference price, correlates majors, clusters volatility', () => {
    const closes = (id: number) =>
      new PriceHistory(seededSource(SEED), NOW).candlesOf(byId(id))['1d'].map((row) => Math.log(row.close));
    const moves = (id: number) =>
      closes(id)
        .map((value, at, all) => value - (all[at - 1] ?? value))
        .slice(1);
    const correlation = (a: number[], b: number[]) => {
      const mean = (x: number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
      const [ma, mb] = [mean(a), mean(b)];
      const dot = (x: number[], mx: number, y: number[], my: number) =>
        x.reduce((sum, value, at) => sum + (value - mx) * (y[at]! - my), 0);
      return dot(a, ma, b, mb) / Math.sqrt(dot(a, ma, a, ma) * dot(b, mb, b, mb));
    };
    expect(correlation(moves(2), moves(3))).toBeGreaterThan(0.7);
    expect(correlation(moves(2), moves(102))).toBeGreaterThan(0.99);
    const past = new PriceHistory(seededSource(SEED), NOW);
    const hourly = past.candlesOf(byId(2))['1h'].map((row) => Math.log(row.high / row.low));
    expect(correlation(hourly.slice(1), hourly.slice(0, -1))).toBeGreaterThan(0.15);
    const info = byId(2);
    const last = past.candlesOf(info)['1m'].at(-1)!.close;
    expect(stepsToNumber(last, instrumentOf(info).price) / profileOf(2).price).toBeCloseTo(1, 2);
  });

  it('is generated for all instruments within seconds: at most twenty times what ten million logarithms cost', () => {
    // CPU time of this process; a slow machine takes longer for both. Measured: 6 times.
    const cost = (work: () => void): number => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    let sum = 0;
    const plainMs = cost(() => {
      for (let at = 1; at <= 10_000_000; at += 1) sum += Math.log(at);
    });
    const historyMs = cost(() => {
      const past = new PriceHistory(seededSource(SEED), NOW);
      for (const info of MARKETS) past.candlesOf(info);
    });
    console.info(
      `history of ${MARKETS.length} markets: ${historyMs.toFixed(0)} ms, ${plainMs.toFixed(0)} of logarithms`,
    );
    expect(sum).toBeGreaterThan(0);
    expect(historyMs / plainMs).toBeLessThan(20);
  });
});
