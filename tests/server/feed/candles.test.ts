// Candles: built from trades, aggregated into every interval, imported, expired, stored and loaded.
import { describe, expect, test } from 'vitest';
import { LATE_MS } from '../../../core/market-data/tile.ts';
import type { Candle } from '../../../core/market-data/market-data.ts';
import { INTERVALS, type Interval, candleStart } from '../../../core/units/time.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { Feed, createFeed } from '../../../server/feed/feed.ts';
import { BASE_INTERVAL_OF } from '../../../server/feed/market-candles.ts';
import type { CandleRow, MarketEvent } from '../../../server/exchange/market-event.ts';
import { MemoryStore, infoOf } from '../../support/server/feed-fixture.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';

const info = infoOf(2);
const START = Date.UTC(2026, 0, 30, 21, 17);
const EVERYTHING = { from: -Infinity, to: Infinity, limit: 100_000, fromFront: false };

type Trade = Extract<MarketEvent, { kind: 'trade' }>;

function randomTrades(chance: () => number, count: number, stepMs: number): Trade[] {
  let ts = START;
  let priceTicks = 50_000;
  return Array.from({ length: count }, (_, index) => {
    ts += Math.floor(chance() ** 4 * stepMs);
    priceTicks = Math.max(1, priceTicks + Math.round((chance() - 0.5) * 40));
    return {
      kind: 'trade',
      coinInfoId: 2,
      id: index + 1,
      priceTicks,
      lots: 1 + Math.floor(chance() * 1e6),
      side: chance() < 0.5 ? 'buy' : 'sell',
      ts,
    };
  });
}

/** Naive twin: every interval of the trades. It opens with its first base candle, and closes with the last. */
function naive(trades: Trade[], period: Interval): CandleRow[] {
  const rows = new Map<number, CandleRow>();
  const openedBy = new Map<number, number>();
  const closedBy = new Map<number, number>();
  for (const { ts, priceTicks, lots } of trades) {
    const start = candleStart(ts, period);
    const row = rows.get(start) ?? {
      start,
      open: priceTicks,
      high: priceTicks,
      low: priceTicks,
      close: priceTicks,
      volumeLots: 0,
      amount: 0,
    };
    row.high = Math.max(row.high, priceTicks);
    row.low = Math.min(row.low, priceTicks);
    const base = candleStart(ts, BASE_INTERVAL_OF[period]);
    // A late trade may begin a minute before the first one of a longer candle.
    if (base < (openedBy.get(start) ?? Infinity)) {
      row.open = priceTicks;
      openedBy.set(start, base);
    }
    // It closes its minute, and no longer candle that has gone on since.
    if (base >= (closedBy.get(start) ?? base)) {
      row.close = priceTicks;
      closedBy.set(start, base);
    }
    row.volumeLots += lots;
    row.amount += stepsToNumber(priceTicks, { decimals: 2, step: 1 }) * stepsToNumber(lots, { decimals: 5, step: 1 });
    rows.set(start, row);
  }
  return [...rows.values()].sort((a, b) => a.start - b.start);
}

/** Prices, starts and volume are compared exactly; the last bits of the amount depend on the order of summing. */
function expectSame(actual: CandleRow[] | undefined, expected: CandleRow[], note: string): void {
  const exact = (rows: CandleRow[] | undefined): unknown => rows?.map((row) => ({ ...row, amount: 0 }));
  expect(exact(actual), note).toEqual(exact(expected));
  const worst = expected.reduce(
    (most, row, index) => Math.max(most, Math.abs((actual?.[index]?.amount ?? NaN) / row.amount - 1)),
    0,
  );
  expect(worst, note).toBeLessThan(1e-12);
}

function feedOf(store: MemoryStore, now: () => number): Promise<Feed> {
  return createFeed({ instruments: [info], store, now, timer: false });
}

describe('candles', () => {
  test('a late trade of a venue counts in the candle of its own time, and every subscriber gets that again', async () => {
    const seed = seedOf('late-trades');
    const chance = seeded(seed);
    const trades = randomTrades(chance, 3000, 60_000);
    let newest = 0;
    for (const trade of trades) {
      newest = Math.max(newest, trade.ts);
      if (chance() < 0.2) trade.ts = newest - Math.floor(chance() * LATE_MS);
    }
    let nowMs = START;
    const feed = await feedOf(new MemoryStore(), () => nowMs);
    const topics = (['1m', '5m', '1h', '1d'] as const).map((period) => {
      const shown = new Map<number, string>();
      feed.topic({ channel: 'candles', coinInfoId: 2, period })!.subscribe({
        receive: ({ text }) => {
          const { data } = JSON.parse(text) as { data: Candle[] };
          for (const [start, ...rest] of data) shown.set(start, rest.slice(0, 5).join(' '));
        },
      });
      return { period, shown };
    });
    for (const trade of trades) {
      nowMs = Math.max(nowMs, trade.ts);
      feed.apply([trade], nowMs);
      if (chance() < 0.3) feed.runDueTasks(nowMs);
    }
    nowMs += 60_000;
    feed.runDueTasks(nowMs);
    const market = feed.market(2)!;
    for (const period of INTERVALS)
      expectSame(market.candles.read(period, EVERYTHING).rows, naive(trades, period), `${period} seed ${seed}`);
    for (const { period, shown } of topics)
      for (const row of naive(trades, period).slice(1)) {
        const [start, ...rest] = market.toWireCandle(row, period, nowMs);
        expect(shown.get(start), `${period} ${start} seed ${seed}`).toBe(rest.slice(0, 5).join(' '));
      }
    // One that is later than that is not believed: it counts in the running candle.
    const before = market.candles.read('1m', EVERYTHING).rows;
    feed.apply([{ ...trades.at(-1)!, id: 9_999, ts: newest - 90_000 }], nowMs);
    const after = market.candles.read('1m', EVERYTHING).rows;
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)!.volumeLots).toBe(before.at(-1)!.volumeLots + trades.at(-1)!.lots);
  });

  test('every interval equals the naive twin, over gaps and months', async () => {
    const trades = randomTrades(seeded(seedOf('candles')), 6000, 3_000_000);
    const feed = await feedOf(new MemoryStore(), () => START);
    for (const trade of trades) feed.apply([trade], trade.ts);
    for (const period of INTERVALS) {
      expectSame(feed.market(2)?.candles.read(period, EVERYTHING).rows, naive(trades, period), period);
    }
  });

  test('ranges: limit, end exclusive, start inclusive, more', async () => {
    const chance = seeded(seedOf('candle ranges'));
    const trades = randomTrades(chance, 3000, 200_000);
    const feed = await feedOf(new MemoryStore(), () => START);
    for (const trade of trades) feed.apply([trade], trade.ts);
    for (let round = 0; round < 400; round += 1) {
      const period = INTERVALS[Math.floor(chance() * INTERVALS.length)] ?? '1m';
      const last = trades.at(-1)?.ts ?? START;
      const from = chance() < 0.3 ? -Infinity : Math.floor(START + (last - START) * chance());
      const to = chance() < 0.3 ? Infinity : Math.floor(START + (last - START) * chance());
      const limit = 1 + Math.floor(chance() * 50);
      const fromFront = chance() < 0.5;
      const within = naive(trades, period).filter((row) => row.start >= from && row.start < to);
      const wanted = fromFront ? within.slice(0, limit) : within.slice(-limit);
      const { rows, more } = feed.market(2)?.candles.read(period, { from, to, limit, fromFront }) ?? {
        rows: [],
        more: false,
      };
      expectSame(rows, wanted, `${period} ${from} ${to} ${limit} ${fromFront}`);
      expect(more).toBe(within.length > limit);
    }
  });

  test('candles saved in parts are loaded unchanged', async () => {
    const trades = randomTrades(seeded(seedOf('candle store')), 4000, 900_000);
    const store = new MemoryStore();
    let now = START;
    const feed = await feedOf(store, () => now);
    expect(feed.hasHistory(2)).toBe(false);
    for (const [index, trade] of trades.entries()) {
      now = trade.ts;
      feed.apply([trade], trade.ts);
      if (index % 97 === 0) await feed.save();
    }
    await feed.close();
    const again = await feedOf(store, () => now);
    expect(again.hasHistory(2)).toBe(true);
    expect(again.lastTicks(2)).toBe(trades.at(-1)?.priceTicks);
    for (const period of INTERVALS) {
      expect(again.market(2)?.candles.read(period, EVERYTHING)).toEqual(
        feed.market(2)?.candles.read(period, EVERYTHING),
      );
    }
    const more: Trade = {
      kind: 'trade',
      coinInfoId: 2,
      id: 9999,
      priceTicks: 1,
      lots: 1,
      side: 'buy',
      ts: now + 60_000,
    };
    again.apply([more], more.ts);
    const rows = again.market(2)?.candles.read('1m', EVERYTHING).rows ?? [];
    expect(rows.at(-1)).toMatchObject({ open: 1, close: 1 });
  });

  test('a failed write is repeated by the next', async () => {
    const store = new MemoryStore();
    const feed = await feedOf(store, () => START);
    feed.apply([{ kind: 'trade', coinInfoId: 2, id: 1, priceTicks: 7, lots: 1, side: 'buy', ts: START }], START);
    store.failsNextWrite = true;
    await expect(feed.save()).rejects.toThrow('disk full');
    store.failsNextWrite = false;
    await feed.save();
    expect(store.chunks.size).toBe(3);
  });

  test('imported candles are written at once, traded ones every minute', async () => {
    const store = new MemoryStore();
    let now = START;
    const feed = await feedOf(store, () => now);
    const pump = async (): Promise<number> => {
      feed.runDueTasks(now);
      await new Promise((resolve) => setImmediate(resolve));
      return store.chunks.size;
    };
    expect(await pump()).toBe(0);
    feed.importHistory(2, '1h', [
      { start: candleStart(START, '1h') - 3_600_000, open: 1, high: 1, low: 1, close: 1, volumeLots: 1, amount: 1 },
    ]);
    now += 50;
    expect(await pump()).toBe(1);
    feed.apply([{ kind: 'trade', coinInfoId: 2, id: 1, priceTicks: 7, lots: 1, side: 'buy', ts: now }], now);
    now += 50;
    expect(await pump()).toBe(1);
    now += 60_000;
    expect(await pump()).toBe(3);
  });

  test('imported candles replace those of the same start and precede live ones', async () => {
    const feed = await feedOf(new MemoryStore(), () => START);
    const minute = candleStart(START, '1m');
    feed.apply([{ kind: 'trade', coinInfoId: 2, id: 1, priceTicks: 9, lots: 1, side: 'buy', ts: minute }], minute);
    const row = (start: number, close: number): CandleRow => ({
      start,
      open: 5,
      high: 10,
      low: 1,
      close,
      volumeLots: 3,
      amount: 1,
    });
    feed.importHistory(2, '1m', [row(minute - 180_000, 4), row(minute - 60_000, 5)]);
    feed.importHistory(2, '1m', [row(minute - 120_000, 6), row(minute - 60_000, 7)]);
    const closes = feed
      .market(2)
      ?.candles.read('1m', EVERYTHING)
      .rows.map((candle) => candle.close);
    expect(closes).toEqual([4, 6, 7, 9]);
    expect(() => feed.importHistory(2, '1m', [row(minute, 1), row(minute - 60_000, 1)])).toThrow('not after');
  });

  test('31 to 32 days of 1m candles are stored, cut at a day; a clock that is months ahead drops none', async () => {
    const store = new MemoryStore();
    let now = START;
    const feed = await feedOf(store, () => now);
    const rows = Array.from({ length: 34 * 1440 }, (_, index): CandleRow => ({
      start: candleStart(START, '1d') + index * 60_000,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volumeLots: 1,
      amount: 1,
    }));
    const first = (): number => feed.market(2)?.candles.read('1m', EVERYTHING).rows[0]?.start ?? 0;
    feed.importHistory(2, '1m', rows.slice(0, 31 * 1440));
    await feed.save();
    const chunks = store.chunks.size;
    now = START + 120 * 86_400_000;
    feed.importHistory(2, '1m', [{ ...rows[0]!, start: candleStart(now, '1m') }]);
    await feed.save();
    expect(first()).toBe(rows[0]!.start);
    feed.importHistory(2, '1m', rows.slice(31 * 1440));
    await feed.save();
    expect(first()).toBe(candleStart(START, '1d') + 3 * 86_400_000);
    expect(store.chunks.size).toBeLessThanOrEqual(chunks + 1);
  });
});
