// Without a socket, what the views show is polled by HTTP and shown as stale.
import { beforeEach, describe, expect, it } from 'vitest';
import { levelHash } from '../../../core/feed/checksum.ts';
import { LINK, type MarketWorker, TICKER_FIELD, TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { POLL_AFTER_BEATS, POLL_BEATS } from '../../../workers/rest/rest-polling.ts';
// The worker imports it on demand; here it is loaded in advance.
import '../../../workers/rest/poll-round.ts';
import type { FramePort } from '../../../workers/platform.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';

/** A heartbeat per second. */
const FALL_BACK_AFTER_MS = (POLL_AFTER_BEATS - 1) * 1000;
const POLL_EVERY_MS = POLL_BEATS * 1000;

let platform: FakePlatform;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;
let refused: string[];

const ticker = (form: URLSearchParams, last: string): unknown => ({
  coinInfoId: Number(form.get('coinInfoId')),
  last,
  open24h: '9.00',
  bid1: '9.99',
  ask1: '10.01',
  ts: 7,
});
const ANSWERS: Record<string, (form: URLSearchParams) => unknown> = {
  '/coin/infos': () => ({ list: [coin(2), coin(201, 'forex')], version: 'v1' }),
  '/coin/tickers': () => ({
    list: [
      { coinInfoId: 2, last: '10.50' },
      { coinInfoId: 77, last: '1' },
    ],
  }),
  '/forex/tickers': () => ({ list: [{ coinInfoId: 201, last: '1.10' }] }),
  '/coin/ticker': (form) => ticker(form, '10.00'),
  '/forex/ticker': (form) => ticker(form, '1.20'),
  '/forex/last': (form) => ({ coinInfoId: Number(form.get('coinInfoId')), last: '1.21', ts: 8 }),
  '/coin/books': () => ({
    coinInfoId: 2,
    bids: [['9.99', '1.000']],
    asks: [['10.01', '2.000']],
    seq: 9,
    ts: 3,
    depth: 50,
    cs: (levelHash(1, 999, 1000) + levelHash(2, 1001, 2000)) >>> 0,
  }),
  // A book with a wrong checksum.
  '/forex/books': () => ({ coinInfoId: 201, bids: [['1.19', '1.000']], asks: [], seq: 9, ts: 3, depth: 50, cs: 1 }),
  '/coin/trades': () => ({ list: [{ id: 5, price: '10.00', amount: '1', side: 'buy', ts: 1 }] }),
  '/forex/trades': () => ({ list: [{ id: 6, price: '1.20', amount: '1', side: 'sell', ts: 1 }] }),
};
const asked = (): string[] =>
  [...new Set(platform.calls.map(({ path }) => path))].filter((path) => path !== '/coin/infos').sort();
/** Advances time in steps in which lazily loaded code can arrive. */
async function pass(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 500) {
    await platform.pass(500);
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}
const row = (id: number): number[] => screen.tickers.get(id) ?? [];

beforeEach(async () => {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  refused = [];
  platform.answer = (path, form) => {
    if (refused.includes(path)) throw new Error('unreachable');
    return ANSWERS[path]?.(form) ?? {};
  };
  market = await startedMarket(platform, screen);
});

async function openAll(): Promise<void> {
  await market.open(1, { kind: 'tickers' });
  await market.open(2, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
  await market.open(3, { kind: 'book', coinInfoId: 201, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
  await market.open(4, { kind: 'trades', coinInfoId: 201, rows: 5 });
}

describe('without a socket', () => {
  it('nothing is fetched at first, then what is shown, every few seconds', async () => {
    await openAll();
    await pass(FALL_BACK_AFTER_MS - 1_000);
    expect(asked()).toEqual(['/forex/trades']);
    await pass(2_000);
    expect(asked()).toEqual([
      '/coin/books',
      '/coin/ticker',
      '/coin/tickers',
      '/forex/books',
      '/forex/ticker',
      '/forex/tickers',
      '/forex/trades',
    ]);
    const before = platform.calls.length;
    await pass(4 * POLL_EVERY_MS);
    expect(asked()).toContain('/forex/last');
    const rounds = platform.calls.slice(before).filter(({ path }) => path === '/coin/books').length;
    expect(rounds).toBeGreaterThanOrEqual(3);
    expect(rounds).toBeLessThanOrEqual(4);
    expect(platform.calls.slice(before).filter(({ path }) => path === '/coin/tickers').length).toBeLessThanOrEqual(1);
  });

  it('tickers, books and trades are shown as stale; a book with a wrong checksum is not', async () => {
    await openAll();
    await pass(FALL_BACK_AFTER_MS + 2 * POLL_EVERY_MS + 2_000);
    expect([
      row(2)[TICKER_FIELD.last],
      row(2)[TICKER_FIELD.bid],
      row(201)[TICKER_FIELD.last],
      row(201)[TICKER_FIELD.open],
    ]).toEqual([1000, 999, 121, 900]);
    expect(screen.books.get(2)).toMatchObject({ seq: 9, bids: [[999, 1000, 1000]], asks: [[1001, 2000, 2000]] });
    expect(screen.books.get(3)?.state).not.toBe(1);
    expect(screen.trades.get(4)?.[0]?.[TRADE_FIELD.id]).toBe(6);
    expect(screen.connection?.state).not.toBe(LINK.open);
  });

  it('a failed call does not affect the others', async () => {
    refused = ['/coin/ticker', '/coin/tickers', '/forex/books'];
    await openAll();
    await pass(FALL_BACK_AFTER_MS + 2_000);
    expect([row(201)[TICKER_FIELD.last], screen.books.get(2)?.seq]).toEqual([120, 9]);
  });

  it('polling stops when the socket opens', async () => {
    await openAll();
    await pass(FALL_BACK_AFTER_MS + 2_000);
    platform.socket.onOpen();
    const before = platform.calls.filter(({ path }) => path === '/coin/books').length;
    await pass(3 * POLL_EVERY_MS);
    expect(platform.calls.filter(({ path }) => path === '/coin/books').length).toBe(before);
  });

  it('an answer that arrives once the socket is open changes nothing', async () => {
    await openAll();
    const answer = platform.answer;
    let arrive = (): void => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    platform.answer = (path, form) => {
      const found = answer(path, form);
      return path === '/coin/infos' ? found : arrival.then(() => found);
    };
    await pass(FALL_BACK_AFTER_MS + 1_000);
    platform.socket.onOpen();
    await pass(500);
    platform.socket.receive({
      type: 'data',
      channel: 'tickers',
      kind: 'snapshot',
      seq: 1,
      prevSeq: 0,
      ts: platform.nowMs(),
      pts: platform.nowMs(),
      data: [{ coinInfoId: 2, last: '12.00', bid1: '11.99', ask1: '12.01', ts: platform.nowMs() }],
    });
    await pass(500);
    expect(row(2)[TICKER_FIELD.last]).toBe(1200);
    arrive();
    await pass(1_000);
    expect([row(2)[TICKER_FIELD.last], row(2)[TICKER_FIELD.bid]]).toEqual([1200, 1199]);
    expect(screen.books.get(2)?.seq).not.toBe(9);
  });
});
