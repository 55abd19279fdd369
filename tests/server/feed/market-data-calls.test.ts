// Public market calls: responses by schema, ranges, ids of the wrong market type.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../../../core/endpoints/endpoints.ts';
import { ASK, BID, levelHash } from '../../../core/feed/checksum.ts';
import { RejectError } from '../../../core/errors/errors.ts';
import { Feed } from '../../../server/feed/feed.ts';
import { coinHandlers } from '../../../server/gateway/routes/market-data/coin-routes.ts';
import { forexHandlers } from '../../../server/gateway/routes/market-data/forex-routes.ts';
import { MemoryStore, infoOf } from '../../support/server/feed-fixture.ts';

const NOW = Date.UTC(2026, 2, 4, 12);
const caller = { ip: '', language: 'en-US', now: NOW };
const forexInfo = infoOf(50, {
  type: 'forex',
  symbol: 'EURUSD',
  pair: 'EUR/USD',
  priceTick: '0.00001',
  session: { tz: 'UTC', open: [[0, 10_080]] },
});
const instruments = [infoOf(1, { pair: '' }), infoOf(2), infoOf(3, { type: 'perpetual' }), forexInfo];

function setUp() {
  const feed = new Feed({ instruments, store: new MemoryStore(), now: () => NOW, timer: false });
  for (const coinInfoId of [2, 3, 50]) {
    for (let id = 1; id <= 90; id += 1) {
      const ts = NOW - (90 - id) * 60_000;
      feed.apply([{ kind: 'trade', coinInfoId, id, priceTicks: 100_000 + id, lots: id, side: 'buy', ts }], ts);
    }
    for (let step = 1; step <= 30; step += 1) {
      feed.apply(
        [
          { kind: 'level', coinInfoId, side: BID, priceTicks: 100_000 - step, lots: step },
          { kind: 'level', coinInfoId, side: ASK, priceTicks: 100_000 + step, lots: step },
        ],
        NOW,
      );
    }
  }
  const rates = (): Record<string, string> => ({ EUR: '0.9', JPY: '150' });
  return { ...coinHandlers({ feed, instruments }), ...forexHandlers({ feed, rates }) };
}

/**
 * Calls a handler as the gateway does: form text through the request schema, the result through the response schema.
 */
async function call(path: keyof ReturnType<typeof setUp>, form: Record<string, string> = {}) {
  const request = v.parse(CALLS[path].request as v.GenericSchema, form);
  const answer = await (setUp()[path] as (request: unknown, caller: unknown) => unknown)(request, caller);
  v.assert(CALLS[path].answer as v.GenericSchema, answer);
  // oxlint-disable-next-line typescript/no-explicit-any
  return answer as any;
}

async function code(path: keyof ReturnType<typeof setUp>, form: Record<string, string>): Promise<number> {
  try {
    await call(path, form);
    return 0;
  } catch (error) {
    if (error instanceof RejectError) return error.reject.code;
    throw error;
  }
}

describe('market calls', () => {
  test('infos: all, one type, and "same" for a known version', async () => {
    const { list, version } = await call('/coin/infos');
    expect(list).toHaveLength(4);
    expect((await call('/coin/infos', { type: 'forex' })).list).toEqual([forexInfo]);
    expect(await call('/coin/infos', { version })).toEqual({ same: 1, version });
    expect((await call('/coin/infos', { version: 'old' })).list).toHaveLength(4);
  });

  test('tickers: all markets of a type, given ids, sparkline on demand', async () => {
    const ids = async (path: '/coin/tickers' | '/forex/tickers', form = {}): Promise<number[]> =>
      (await call(path, form)).list.map((one: { coinInfoId: number }) => one.coinInfoId);
    expect(await ids('/coin/tickers')).toEqual([2, 3]);
    expect(await ids('/coin/tickers', { ids: '3,50,99' })).toEqual([3]);
    expect(await ids('/forex/tickers')).toEqual([50]);
    expect((await call('/coin/tickers')).list[0].spark).toBeUndefined();
    expect((await call('/coin/tickers', { spark: '1' })).list[0].spark).toHaveLength(24);
    expect(await call('/coin/ticker', { coinInfoId: '2' })).toMatchObject({
      last: '1000.90',
      bid1: '999.99',
      ask1: '1000.01',
      seq: 90,
    });
    expect(await call('/forex/ticker', { coinInfoId: '50' })).toMatchObject({
      last: '1.00090',
      vol24h: '0.04095',
      session: { open: 1 },
    });
  });

  test('candles: newest first before endTime, gaps filled from startTime', async () => {
    const newest = await call('/coin/candles', { coinInfoId: '2', period: '1m', limit: '10' });
    expect(newest).toMatchObject({ seq: 90, hasMore: true });
    expect(newest.list).toHaveLength(10);
    expect(newest.list.at(-1)).toEqual([NOW / 1000, '1000.90', '1000.90', '1000.90', '1000.90', '0.00090', '0.90', 0]);
    const before = await call('/coin/candles', {
      coinInfoId: '2',
      period: '1m',
      limit: '1000',
      endTime: String(newest.list[0][0]),
    });
    expect([before.list.length, before.hasMore]).toEqual([80, false]);
    const from = await call('/coin/candles', {
      coinInfoId: '2',
      period: '1m',
      limit: '5',
      startTime: String(newest.list[0][0]),
    });
    expect(from.list).toEqual(newest.list.slice(0, 5));
    expect(from.hasMore).toBe(true);
    for (const period of ['1m', '1w', '1M']) {
      for (const time of ['0', '999999999999999']) {
        await call('/coin/candles', { coinInfoId: '2', period, endTime: time });
        await call('/coin/candles', { coinInfoId: '2', period, startTime: time });
      }
    }
    const [forex, spot] = [
      await call('/forex/candles', { coinInfoId: '50', period: '1h' }),
      await call('/coin/candles', { coinInfoId: '2', period: '1h' }),
    ];
    expect(forex.list.at(-1)[5]).toBe(spot.list.at(-1)[5]);
    expect(Number(forex.list.at(-1)[5])).toBeGreaterThan(0);
  });

  test('trades newest first, book with its checksum', async () => {
    const { list, seq } = await call('/coin/trades', { coinInfoId: '2', limit: '3' });
    expect([seq, ...list.map((one: { id: number }) => one.id)]).toEqual([90, 90, 89, 88]);
    const book = await call('/coin/books', { coinInfoId: '2', depth: '20' });
    expect([book.asks.length, book.bids.length]).toEqual([20, 20]);
    expect(book.bids[0]).toEqual(['999.99', '0.00001']);
    let cs = 0;
    for (let step = 1; step <= 20; step += 1)
      cs += levelHash(BID, 100_000 - step, step) + levelHash(ASK, 100_000 + step, step);
    expect(book.cs).toBe(((cs % 2 ** 32) + 2 ** 32) % 2 ** 32);
    expect((await call('/coin/books', { coinInfoId: '2', depth: '0' })).asks).toHaveLength(30);
  });

  test('refuses the wrong market type, an unknown market and a missing field', async () => {
    for (const call of ['ticker', 'trades', 'books', 'candles'] as const) {
      const more = { period: '1m' };
      expect(await code(`/coin/${call}`, { coinInfoId: '50', ...more })).toBe(1404);
      expect(await code(`/forex/${call}`, { coinInfoId: '3', ...more })).toBe(1404);
      expect(await code(`/coin/${call}`, { coinInfoId: '1', ...more })).toBe(1404);
      expect(await code(`/coin/${call}`, { coinInfoId: '999', ...more })).toBe(1404);
    }
    expect(await code('/forex/last', {})).toBe(1400);
    expect(await code('/forex/last', { symbol: 'nope' })).toBe(1404);
  });

  test('forex: last by id or symbol, rates', async () => {
    expect(await call('/forex/last', { symbol: 'EURUSD' })).toEqual({ coinInfoId: 50, last: '1.00090', ts: NOW });
    expect((await call('/forex/last', { coinInfoId: '50' })).last).toBe('1.00090');
    expect((await call('/forex/rate')).rates).toEqual({ EUR: '0.9', JPY: '150' });
    expect((await call('/forex/rate', { currency: 'JPY' })).rates).toEqual({ JPY: '150' });
    expect(await code('/forex/rate', { currency: 'valueOf' })).toBe(1404);
  });
});
