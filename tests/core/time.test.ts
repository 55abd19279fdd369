// Candle starts and trading hours.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../core/endpoints/endpoints.ts';
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import {
  TIME_INTERVALS,
  INTERVALS,
  LIVE_INTERVAL,
  candleStart,
  isChartInterval,
  isInterval,
  nextCandleStart,
} from '../../core/units/time.ts';
import { LISTED_INSTRUMENTS } from '../../server/simulation/listed-instruments.ts';
import { seeded } from '../support/data/seeded-random.ts';

describe('candles', () => {
  it('start where the calendar does', () => {
    const at = Date.UTC(2026, 10, 21, 13, 37, 42);
    expect(new Date(candleStart(at, '15m')).toISOString()).toBe('2026-11-21T13:30:00.000Z');
    expect(new Date(candleStart(at, '1w')).toISOString()).toBe('2026-11-16T00:00:00.000Z');
    expect(new Date(candleStart(at, '1M')).toISOString()).toBe('2026-11-01T00:00:00.000Z');
  });

  it('contain every moment in exactly one candle of each interval', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.constantFrom(...TIME_INTERVALS),
        (at, interval) => {
          const start = candleStart(at, interval);
          expect(start).toBeLessThanOrEqual(at);
          expect(nextCandleStart(start, interval)).toBeGreaterThan(at);
          expect(candleStart(start, interval)).toBe(start);
        },
      ),
    );
  });
});

describe('the live interval', () => {
  it('is an interval of charts and of no call', () => {
    expect(TIME_INTERVALS).toEqual([LIVE_INTERVAL, ...INTERVALS]);
    expect([isChartInterval(LIVE_INTERVAL), isInterval(LIVE_INTERVAL), isChartInterval('2s')]).toEqual([
      true,
      false,
      false,
    ]);
    const asks = (period: string): boolean =>
      v.safeParse(CALLS['/coin/candles'].request, { coinInfoId: '2', period }).success;
    expect([asks('1m'), asks(LIVE_INTERVAL)]).toEqual([true, false]);
  });
});

describe('sessions', () => {
  // Sunday 22:00 to Friday 22:00.
  const forex = { session: { tz: 'UTC', open: [[1320, 8520]] } } as unknown as CoinInfo;

  it('open and close with the week', () => {
    const friday = Date.UTC(2026, 10, 20, 21, 59);
    expect(sessionAt(forex, friday)).toEqual({ open: true, changesAt: Date.UTC(2026, 10, 20, 22) });
    expect(sessionAt(forex, Date.UTC(2026, 10, 21, 12))).toEqual({
      open: false,
      changesAt: Date.UTC(2026, 10, 22, 22),
    });
    expect(sessionAt(forex, Date.UTC(2026, 10, 22, 21, 59)).open).toBe(false);
    expect(sessionAt(forex, Date.UTC(2026, 10, 22, 22)).open).toBe(true);
  });

  it("R18: follow New York's summer time, also over the weekends on which its clocks are set", () => {
    const info = LISTED_INSTRUMENTS.find(({ id }) => id === 201)!;
    const week = (fridayClose: number, sundayOpen: number): void => {
      expect(sessionAt(info, fridayClose - 1)).toEqual({ open: true, changesAt: fridayClose });
      expect(sessionAt(info, fridayClose)).toEqual({ open: false, changesAt: sundayOpen });
      expect(sessionAt(info, sundayOpen - 1)).toEqual({ open: false, changesAt: sundayOpen });
      expect(sessionAt(info, sundayOpen).open).toBe(true);
    };
    week(Date.UTC(2026, 10, 20, 22), Date.UTC(2026, 10, 22, 22));
    week(Date.UTC(2026, 6, 10, 21), Date.UTC(2026, 6, 12, 21));
    week(Date.UTC(2026, 2, 6, 22), Date.UTC(2026, 2, 8, 21));
    week(Date.UTC(2026, 9, 30, 21), Date.UTC(2026, 10, 1, 22));
    // As in the platform's calendar, over thirty years.
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hourCycle: 'h23',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
    });
    const random = seeded(20_261_123);
    for (let k = 0; k < 20_000; k++) {
      const at = Date.UTC(2010, 0, 1) + Math.floor(random() * 30 * 365.25 * 24 * 60) * 60_000;
      const { weekday, hour } = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value])) as {
        weekday: string;
        hour: string;
      };
      const shut =
        weekday === 'Sat' || (weekday === 'Fri' && Number(hour) >= 17) || (weekday === 'Sun' && Number(hour) < 17);
      const { open, changesAt } = sessionAt(info, at);
      expect([at, open]).toEqual([at, !shut]);
      expect([at, clock.format(changesAt!)]).toEqual([at, open ? 'Fri 17:00' : 'Sun 17:00']);
    }
  });

  it('never close without trading hours', () => {
    expect(sessionAt({} as CoinInfo, 0)).toEqual({ open: true, changesAt: null });
  });
});
