// The replay of a market's past: the state of every moment, whatever the way to it; gaps and candles are named.
import { describe, expect, it } from 'vitest';
import { isTrade } from '../../../core/market-data/event-columns.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { dayFigures, loadDay } from '../../../workers/past/day-figures.ts';
import { PastCandles } from '../../../workers/past/past-candles.ts';
import { PastSession } from '../../../workers/past/past-session.ts';
import type { PastSource } from '../../../workers/past/past-source.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import {
  type MadePast,
  MARKET,
  bookOf,
  checksumOf,
  joined,
  makePast,
  minuteCandles,
  openPast,
} from './past-fixture.ts';

const SEED = 20_261_125;
const START = Date.UTC(2026, 10, 25, 12);
const options = { seed: SEED, fromMs: START, toMs: START + 30 * MINUTE_MS };

const openAt = ({ source }: MadePast, atMs: number) => openPast(source, atMs, START + 40 * MINUTE_MS);
const until = (past: MadePast, ms: number) => past.events.filter(({ ts }) => ts <= ms);

describe('a replay', () => {
  it(`has the book, the last trades and the candles of any moment (seed ${SEED})`, async () => {
    const past = makePast(options);
    const random = seeded(SEED);
    for (let i = 0; i < 60; i++) {
      const atMs = START + 2 * MINUTE_MS + Math.floor(random() * 26 * MINUTE_MS);
      const { market, status } = await openAt(past, atMs);
      const known = until(past, atMs);
      expect({ checksum: market.checksum, atMs: status.atMs, known: status.known }).toEqual({
        checksum: checksumOf(bookOf(known)),
        atMs,
        known: 'events',
      });
      expect(market.trades.at(-1)).toMatchObject({ id: known.filter(({ kind }) => isTrade(kind)).at(-1)!.id });
    }
  });

  it('has the running candle of every interval as the trades make it, with what was before the session', async () => {
    const past = makePast(options);
    const session = await openAt(past, START + 7 * MINUTE_MS + 23_456);
    for (const period of ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const) await session.prepare(period);
    await session.playTo(START + 19 * MINUTE_MS + 1_234);
    const minutes = minuteCandles(options, until(past, session.atMs));
    for (const period of ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const) {
      const expected = joined(minutes, period).at(-1)!;
      const { startMs, open, high, low, close, lots } = session.market.candles.from(period, session.atMs).at(-1)!;
      expect([startMs, open, high, low, close, lots], period).toEqual(expected);
    }
  });

  it('comes to one state and one hash, step by step, at any speed, from any page size', async () => {
    const end = START + 12 * MINUTE_MS;
    const from = START + 5 * MINUTE_MS;
    const ways: ((session: PastSession) => Promise<void>)[] = [
      (session) => session.playTo(end),
      async (session) => {
        for (let ms = from; ms < end; ms += 16) await session.playTo(ms);
        await session.playTo(end);
      },
      async (session) => {
        while (session.atMs < end - MINUTE_MS) await session.stepEvent();
        await session.playTo(end);
      },
      async (session) => {
        while (session.atMs < end) await session.stepBar('1m');
      },
      async (session) => {
        const random = seeded(7);
        while (session.atMs < end) await session.playTo(Math.min(end, session.atMs + random() * 20_000));
      },
    ];
    const states = [];
    for (const [at, way] of ways.entries())
      for (const pageBlocks of [3, 1_000]) {
        const session = await openAt(makePast({ ...options, pageBlocks }), from);
        await way(session);
        const { hash, played } = session.status;
        states.push({ at, pageBlocks, hash, played, checksum: session.market.checksum });
      }
    const [{ hash, played, checksum } = states[0]!] = states;
    for (const state of states) expect(state).toMatchObject({ hash, played, checksum });
    const other = await openAt(makePast({ ...options, seed: SEED + 1 }), from);
    await other.playTo(end);
    expect(other.status.hash).not.toBe(hash);
  });

  it('steps one event, and one candle of the interval', async () => {
    const past = makePast(options);
    const session = await openAt(past, START + 3 * MINUTE_MS);
    const next = past.events.filter(({ ts }) => ts > session.atMs);
    for (let i = 0; i < 50; i++) {
      await session.stepEvent();
      expect(session.atMs).toBe(next[i]!.ts);
      expect(session.status.played).toBe(i + 1);
    }
    await session.stepBar('5m');
    expect(session.atMs).toBe(START + 5 * MINUTE_MS);
    await session.stepBar('5m');
    expect(session.atMs).toBe(START + 10 * MINUTE_MS);
  });

  it('names a gap, shows no book in it, and goes on with the book that was recorded after it', async () => {
    const gap = [START + 10 * MINUTE_MS, START + 13 * MINUTE_MS] as const;
    const past = makePast({ ...options, gap });
    const session = await openAt(past, gap[0] - 5_000);
    await session.playTo(gap[0] + MINUTE_MS);
    expect(session.status).toMatchObject({ known: 'gap' });
    expect(session.status.gap![0]).toBeLessThan(gap[0]);
    expect(session.status.gap![1]).toBeGreaterThanOrEqual(gap[1]);
    expect([session.market.bids.size, session.market.asks.size]).toEqual([0, 0]);
    await session.playTo(gap[1] + MINUTE_MS);
    expect(session.status).toMatchObject({ known: 'events' });
    expect(session.market.checksum).toBe(checksumOf(bookOf(until(past, session.atMs))));
    const inside = await openAt(past, gap[0] + MINUTE_MS);
    expect(inside.status).toMatchObject({ known: 'gap' });
  });

  it('names a gap where blocks are gone that no seam marks', async () => {
    const past = makePast(options);
    const from = past.blocks.findIndex(({ book }, at) => book !== null && at > 20);
    const [first] = past.blocks.splice(from, 16);
    const next = past.blocks[from]!.head;
    const session = await openAt(past, first!.head.fromTs - 5_000);
    await session.playTo(first!.head.fromTs + MINUTE_MS / 2);
    expect(session.status).toMatchObject({ known: 'gap', gap: [past.blocks[from - 1]!.head.toTs, next.fromTs] });
    expect(session.market.bids.size).toBe(0);
    await session.playTo(next.fromTs + MINUTE_MS);
    expect(session.status).toMatchObject({ known: 'events' });
    expect(session.market.checksum).toBe(checksumOf(bookOf(until(past, session.atMs))));
  });

  it('plays closed candles where no events are recorded, says so, and goes over to events', async () => {
    const past = makePast({ ...options, minutesFromMs: START - 60 * MINUTE_MS });
    const session = await openAt(past, START - 10 * MINUTE_MS);
    expect(session.status).toMatchObject({ known: 'candles', recordedFromMs: past.blocks[0]!.head.fromTs });
    await session.stepEvent();
    expect(session.atMs).toBe(START - 9 * MINUTE_MS);
    await session.stepBar('5m');
    expect(session.atMs).toBe(START - 5 * MINUTE_MS);
    expect([session.market.bids.size, session.market.trades.length]).toEqual([0, 0]);
    await session.playTo(START + 4 * MINUTE_MS);
    expect(session.status.known).toBe('events');
    expect(session.market.checksum).toBe(checksumOf(bookOf(until(past, session.atMs))));
    const minutes = minuteCandles({ ...options, minutesFromMs: START - 60 * MINUTE_MS }, until(past, session.atMs));
    await session.prepare('1h');
    const { high, low, close } = session.market.candles.from('1h', session.atMs).at(-1)!;
    expect([high, low, close]).toEqual(joined(minutes, '1h').at(-1)!.slice(2, 5));
  });

  it('has the price of the last trade in the minute in which the recording began, and each trade once after it', async () => {
    const recorded = { ...options, fromMs: START + 20_000, minutesFromMs: START - 60 * MINUTE_MS };
    const past = makePast(recorded);
    const session = await openAt(past, START + 50_000);
    const day = await loadDay(past.source, MARKET, START);
    for (const atMs of [START + 50_000, START + MINUTE_MS - 1, START + MINUTE_MS + 30_000]) {
      await session.playTo(atMs);
      const [, open, high, low, last, lots] = joined(minuteCandles(recorded, until(past, atMs)), '1d')[0]!;
      expect(dayFigures(day, session.market, atMs)).toEqual({ open, high, low, last, lots });
    }
  });

  it('has each trade once in the figures of the day, also beside candles of five minutes', async () => {
    const past = makePast(options);
    const session = await openAt(past, START + 7 * MINUTE_MS + 30_000);
    const day = await loadDay(past.source, MARKET, session.minuteMs);
    await session.prepare('5m');
    for (const minutes of [7.6, 9.9, 12.3]) {
      await session.playTo(START + minutes * MINUTE_MS);
      const [, open, high, low, last, lots] = joined(minuteCandles(options, until(past, session.atMs)), '1d')[0]!;
      expect(dayFigures(day, session.market, session.atMs)).toEqual({ open, high, low, last, lots });
    }
  });

  it('has the figures of the day from hours, where minutes are no longer stored', async () => {
    const made = { ...options, minutesFromMs: START - 30 * 60 * MINUTE_MS };
    const past = makePast(made);
    const source: PastSource = {
      ...past.source,
      candles: (period, query) =>
        period === '1m' || period === '5m'
          ? past.source.candles(period, { ...query, before: 0 })
          : past.source.candles(period, query),
    };
    const atMs = START + 7 * MINUTE_MS + 30_000;
    const session = await openPast(source, atMs, START + 40 * MINUTE_MS);
    const day = await loadDay(source, MARKET, session.minuteMs);
    await session.playTo(atMs + MINUTE_MS);
    const known = until(past, session.atMs);
    const minutes = minuteCandles(made, known).filter(
      ([ms = 0]) => ms >= START - 23 * 60 * MINUTE_MS && (ms < START || ms >= session.minuteMs),
    );
    const [, open, high, low, , lots] = joined(minutes, '1M')[0]!;
    const last = known.filter(({ kind }) => isTrade(kind)).at(-1)!.price;
    expect(dayFigures(day, session.market, session.atMs)).toEqual({ open, high, low, last, lots });
  });

  it('has the same figures of the day however long ago it began', { timeout: 60_000 }, async () => {
    const toMs = START + 27 * 60 * MINUTE_MS;
    const past = makePast({ ...options, toMs, stepMs: 20_000, minutesFromMs: START - 30 * 60 * MINUTE_MS });
    const begun = await openPast(past.source, START + 90_000, toMs);
    const day = await loadDay(past.source, MARKET, begun.minuteMs);
    for (const minutes of [30, 24 * 60 + 7.4, 24 * 60 + 8.9, 25 * 60 + 3.2]) {
      const atMs = START + minutes * MINUTE_MS;
      await begun.playTo(atMs);
      const other = await openPast(past.source, atMs, toMs);
      const otherDay = await loadDay(past.source, MARKET, other.minuteMs);
      expect(dayFigures(day, begun.market, atMs)).toEqual(dayFigures(otherDay, other.market, atMs));
    }
  });

  it('has a whole month of 31 days in its running candle', () => {
    const candles = new PastCandles();
    const month = Date.UTC(2026, 11, 1);
    candles.addTrade(month, 900, 1);
    for (let minute = 1; minute < 31 * 1440; minute++) candles.addTrade(month + minute * MINUTE_MS, 500, 2);
    const running = candles.from('1M', month + 30 * 24 * 60 * MINUTE_MS);
    expect(running).toEqual([{ startMs: month, open: 900, high: 900, low: 500, close: 500, lots: 2 * 31 * 1440 - 1 }]);
  });

  it('counts a trade that comes late in the candle of its own time, as the exchange does', async () => {
    const past = makePast(options);
    const minuteMs = START + 6 * MINUTE_MS;
    const later = past.events.findIndex(({ ts, kind }) => ts > minuteMs + 2_000 && isTrade(kind));
    const late = past.events.findIndex(({ kind }, at) => at > later && isTrade(kind));
    const block = past.blocks.find(({ events }) => events.tradeIds.includes(past.events[late]!.id))!;
    block.events.times[block.events.tradeIds.indexOf(past.events[late]!.id)] = minuteMs - 500;
    const session = await openAt(past, minuteMs + 1_000);
    await session.playTo(minuteMs + MINUTE_MS - 1);
    const lotsOf = (fromMs: number): number =>
      past.events
        .filter(({ ts, kind }, at) => isTrade(kind) && at !== late && ts >= fromMs && ts < fromMs + MINUTE_MS)
        .reduce((sum, each) => sum + each.lots, 0);
    // The candle before was fetched, and has it.
    const own = { startMs: minuteMs, lots: lotsOf(minuteMs) };
    expect(session.market.candles.from('1m', minuteMs - MINUTE_MS)).toMatchObject([own]);
    const sooner = await openAt(past, minuteMs - MINUTE_MS);
    await sooner.playTo(minuteMs + MINUTE_MS - 1);
    const before = { startMs: minuteMs - MINUTE_MS, lots: lotsOf(minuteMs - MINUTE_MS) + past.events[late]!.lots };
    expect(sooner.market.candles.from('1m', minuteMs - MINUTE_MS)).toMatchObject([before, own]);
  });

  it('ends at the newest recorded event, and has nothing without candles and events', async () => {
    const past = makePast(options);
    const session = await openAt(past, START + 29 * MINUTE_MS);
    await session.playTo(START + 90 * MINUTE_MS);
    expect(session.status).toMatchObject({ ended: true, atMs: past.events.at(-1)!.ts });
    await session.stepEvent();
    await session.stepBar('1m');
    expect(session.status).toMatchObject({ ended: true, atMs: past.events.at(-1)!.ts });
    const sooner = await PastSession.open(past.source, MARKET, START + 3 * MINUTE_MS, START + 4 * MINUTE_MS + 1_500);
    if (typeof sooner === 'string') throw new Error(sooner);
    await sooner.playTo(START + 9 * MINUTE_MS);
    const last = until(past, START + 4 * MINUTE_MS + 1_500).at(-1)!;
    expect(sooner.status, 'blocks reach further than the end').toMatchObject({ ended: true, atMs: last.ts });
    const nothing = makePast({ ...options, toMs: START });
    expect(await PastSession.open(nothing.source, MARKET, START, START + MINUTE_MS)).toBe('empty');
    // No call has a time before 1970.
    expect(await PastSession.open(nothing.source, MARKET, 5, START)).toBe('empty');
    expect(await loadDay(nothing.source, MARKET, 0)).toMatchObject({});
  });
});
