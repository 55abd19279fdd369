// Candle starts and market sessions.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import type { CoinInfo } from '../../contract/instrument.ts';
import { sessionAt } from '../../contract/session.ts';
import { CHART_INTERVALS, INTERVALS, LIVE_INTERVAL, candleStart, isChartInterval, isInterval, nextCandleStart } from '../../contract/time.ts';

describe('candles', () => {
  it('start where the calendar says', () => {
    const at = Date.UTC(2026, 10, 21, 13, 37, 42);
    expect(new Date(candleStart(at, '15m')).toISOString()).toBe('2026-11-21T13:30:00.000Z');
    expect(new Date(candleStart(at, '1w')).toISOString()).toBe('2026-11-16T00:00:00.000Z');
    expect(new Date(candleStart(at, '1M')).toISOString()).toBe('2026-11-01T00:00:00.000Z');
  });

  it('hold every moment in exactly one candle of each interval', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.constantFrom(...CHART_INTERVALS), (at, interval) => {
      const start = candleStart(at, interval);
      expect(start).toBeLessThanOrEqual(at);
      expect(nextCandleStart(start, interval)).toBeGreaterThan(at);
      expect(candleStart(start, interval)).toBe(start);
    }));
  });
});

describe('the live interval', () => {
  it('is one of charts and of no call', () => {
    expect(CHART_INTERVALS).toEqual([LIVE_INTERVAL, ...INTERVALS]);
    expect([isChartInterval(LIVE_INTERVAL), isInterval(LIVE_INTERVAL), isChartInterval('2s')]).toEqual([true, false, false]);
    const asks = (period: string): boolean => v.safeParse(CALLS['/coin/candles'].request, { coinInfoId: '2', period }).success;
    expect([asks('1m'), asks(LIVE_INTERVAL)]).toEqual([true, false]);
  });
});

describe('sessions', () => {
  // Sunday 22:00 to Friday 22:00.
  const forex = { session: { tz: 'UTC', open: [[1320, 8520]] } } as unknown as CoinInfo;

  it('open and close with the week', () => {
    const friday = Date.UTC(2026, 10, 20, 21, 59);
    expect(sessionAt(forex, friday)).toEqual({ open: true, changesAt: Date.UTC(2026, 10, 20, 22) });
    expect(sessionAt(forex, Date.UTC(2026, 10, 21, 12))).toEqual({ open: false, changesAt: Date.UTC(2026, 10, 22, 22) });
    expect(sessionAt(forex, Date.UTC(2026, 10, 22, 21, 59)).open).toBe(false);
    expect(sessionAt(forex, Date.UTC(2026, 10, 22, 22)).open).toBe(true);
  });

  it('never close where none is named', () => {
    expect(sessionAt({} as CoinInfo, 0)).toEqual({ open: true, changesAt: null });
  });
});
