// A market worker that serves several pages over one socket.
import { beforeEach, expect, it } from 'vitest';
import { LINK, type View } from '../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../workers/create-market-worker.ts';
import { FakeScreen, FakePlatform } from '../support/feed/fake-platform.ts';
import { CONFIG, startedMarket } from '../support/feed/started-market.ts';

type Worker = ReturnType<typeof createMarketWorker>;

const BOOK: View = { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 10 };
const TICKERS: View = { kind: 'tickers' };

let platform: FakePlatform;
let market: Worker;
let first: FakeScreen;

beforeEach(async () => {
  platform = new FakePlatform();
  first = new FakeScreen(() => platform.now);
  market = await startedMarket(platform, first);
  platform.socket.onOpen();
});

async function join(): Promise<{ page: ReturnType<Worker['join']>; screen: FakeScreen }> {
  const page = market.join();
  const screen = new FakeScreen(() => platform.now);
  await page.start(CONFIG, screen);
  return { page, screen };
}

/** The channels that the exchange has for this connection. */
function subscribed(): string[] {
  const keys = new Set<string>();
  for (const { type, args } of platform.socket.sent)
    for (const arg of (args as { channel: string }[] | undefined) ?? [])
      if (type === 'subscribe') keys.add(arg.channel);
      else if (type === 'unsubscribe') keys.delete(arg.channel);
  return [...keys].sort();
}

it('connects early, serves the page that starts it then, and takes its language', async () => {
  const languages: string[] = [];
  const post = platform.post.bind(platform);
  platform.post = (url, headers, body) => {
    languages.push(headers['Accept-Language']!);
    return post(url, headers, body);
  };
  const sockets = platform.sockets.length;
  market = createMarketWorker(platform, { ...CONFIG, language: 'de' });
  platform.socket.onOpen();
  await platform.pass(50);
  const screen = new FakeScreen(() => platform.now);
  await market.start(CONFIG, screen);
  await platform.pass(50);
  expect(await market.instruments()).toHaveLength(1);
  expect(platform.sockets.length - sockets).toBe(1);
  expect(screen.connection!.state).toBe(LINK.open);
  await market.open(1, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators: [] });
  await platform.pass(50);
  expect([languages[0], languages.at(-1)]).toEqual(['de', 'en-US']);
  await expect(market.start(CONFIG, new FakeScreen(() => platform.now))).rejects.toThrow('started already');
});

it('subscribes to the tickers early: a view has them at once; those that no view shows are given up', async () => {
  market = createMarketWorker(platform, CONFIG);
  const screen = new FakeScreen(() => platform.now);
  platform.socket.onOpen();
  await platform.pass(50);
  expect(subscribed()).toEqual(['tickers']);
  ticker('1.00');
  await market.start(CONFIG, screen);
  await market.open(1, TICKERS);
  await platform.pass(50);
  expect(lastOf(screen)).toBe(100);
  expect(platform.socket.ofType('subscribe')).toHaveLength(1);
  await platform.pass(60_000);
  expect(subscribed()).toEqual(['tickers']);
  await market.close(1);
  await platform.pass(50);
  expect(subscribed()).toEqual([]);

  market = createMarketWorker(platform, CONFIG);
  platform.socket.onOpen();
  await platform.pass(50);
  expect(subscribed()).toEqual(['tickers']);
  await market.start(CONFIG, new FakeScreen(() => platform.now));
  await platform.pass(60_000);
  expect(subscribed()).toEqual([]);
});

it('refuses a page of another exchange than the one it connected to early', async () => {
  market = createMarketWorker(platform, CONFIG);
  const other = { ...CONFIG, socketUrl: 'ws://elsewhere' };
  await expect(market.start(other, new FakeScreen(() => platform.now))).rejects.toThrow('another exchange');
});

let seq = 0;
function ticker(last: string): void {
  platform.socket.receive({
    type: 'data',
    channel: 'tickers',
    kind: seq === 0 ? 'snapshot' : 'delta',
    prevSeq: seq,
    seq: ++seq,
    ts: platform.nowMs(),
    pts: platform.nowMs(),
    data: [{ coinInfoId: 2, last }],
  });
}
beforeEach(() => {
  seq = 0;
});

const lastOf = (screen: FakeScreen): number | undefined => screen.tickers.get(2)?.[1];

it('both pages have their views under numbers of their own, over one socket and subscription', async () => {
  await market.open(1, TICKERS);
  ticker('1.00');
  const { page, screen } = await join();
  await page.open(1, TICKERS);
  await page.open(2, BOOK);
  await platform.pass(200);
  expect(lastOf(first)).toBeDefined();
  expect(lastOf(screen)).toBe(lastOf(first));
  ticker('1.01');
  await platform.pass(200);
  expect(lastOf(screen)).toBe(lastOf(first));
  expect(screen.connection?.state).toBe(first.connection?.state);
  expect(platform.sockets).toHaveLength(1);
  expect(platform.socket.ofType('subscribe').flatMap(({ args }) => args)).toHaveLength(2);
});

it('a page that leaves releases its own views alone; ten of them leave nothing', async () => {
  await market.open(1, TICKERS);
  await platform.pass(2_000);
  const before = { channels: subscribed(), timers: platform.pending };
  for (let time = 0; time < 10; time++) {
    const { page } = await join();
    await page.open(1, TICKERS);
    await page.open(2, BOOK);
    await platform.pass(100);
    expect(subscribed()).toEqual(['books', 'tickers']);
    page.leave();
    await platform.pass(100);
    expect(subscribed()).toEqual(before.channels);
  }
  await platform.pass(2_000);
  expect(platform.pending).toBe(before.timers);
  ticker('1.02');
  await platform.pass(100);
  expect(lastOf(first)).toBe(102);
});

it('a page that left does not start again', async () => {
  const { page } = await join();
  page.leave();
  await expect(page.open(1, TICKERS)).rejects.toThrow();
  await expect(page.start(CONFIG, new FakeScreen())).rejects.toThrow();
});

it('a further page goes on at the pace of a display while the first page is hidden', async () => {
  await market.open(1, TICKERS);
  const { page, screen } = await join();
  await page.open(1, TICKERS);
  await platform.pass(1_000);
  // A hidden page has no display ticks, and returns its buffers late.
  platform.onDisplayTick = () => {};
  first.hold = true;
  await market.wake('hidden');
  const from = screen.frames;
  for (let ms = 0; ms < 1_000; ms += 20) {
    ticker(`1.${10 + ms / 20}`);
    await platform.pass(20);
  }
  // The tickers view writes at most every 75 ms.
  expect(screen.frames - from).toBeGreaterThan(9);
  await platform.pass(100);
  expect(lastOf(screen)).toBe(159);
});

it('markets are paused once every page is hidden, and again when the last visible one leaves', async () => {
  await market.open(1, TICKERS);
  const { page } = await join();
  await page.open(1, TICKERS);
  await market.wake('hidden');
  await platform.pass(11_000);
  expect(subscribed()).toEqual(['tickers']);
  await page.wake('hidden');
  await platform.pass(11_000);
  expect(subscribed()).toEqual([]);
  await page.wake('visible');
  await platform.pass(100);
  expect(subscribed()).toEqual(['tickers']);
  page.leave();
  await platform.pass(11_000);
  expect(subscribed()).toEqual([]);
  const { page: next } = await join();
  await next.open(1, TICKERS);
  await platform.pass(100);
  expect(subscribed()).toEqual(['tickers']);
});

it('both pages learn of the end of the session', async () => {
  const { screen } = await join();
  await market.setSession('token');
  await platform.pass(100);
  expect(platform.socket.ofType('auth')).toHaveLength(1);
  platform.socket.receive({ type: 'error', code: -1000, msg: '' });
  await platform.pass(100);
  for (const { events } of [first, screen]) expect(events.map(({ kind }) => kind)).toContain('sessionEnded');
});
