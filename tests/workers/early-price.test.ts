// The price that a page shows before its app runs: live or none, of its market, in its language.
import { beforeEach, expect, it } from 'vitest';
import type { EarlyPrice } from '../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../workers/create-market-worker.ts';
import { coin } from '../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../support/feed/fake-platform.ts';

const CONFIG = { socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'de-DE' };

let platform: FakePlatform;
let shown: EarlyPrice | null;
let words: number;

beforeEach(() => {
  platform = new FakePlatform();
  platform.answer = (path) => (path === '/coin/infos' ? { list: [coin(2), coin(3), { ...coin(4), pair: '' }] } : {});
  shown = null;
  words = 0;
});

function start(coinInfoId = 2): ReturnType<typeof createMarketWorker> {
  const onPrice = (price: EarlyPrice | null): void => {
    shown = price;
    words++;
  };
  return createMarketWorker(platform, { ...CONFIG, price: { coinInfoId, language: 'de-DE', onPrice } });
}

/** Opens the socket and waits until the tickers are subscribed. */
async function open(): Promise<void> {
  platform.socket.onOpen();
  await platform.pass(60);
}

async function tickers(change: Record<string, unknown> = {}): Promise<void> {
  platform.socket.receive({
    type: 'data',
    channel: 'tickers',
    kind: 'snapshot',
    seq: 7,
    prevSeq: 7,
    ts: platform.nowMs(),
    pts: platform.nowMs(),
    data: [2, 3, 4].map((coinInfoId) => ({ coinInfoId, last: `${coinInfoId}7412.30` })),
    ...change,
  });
  await platform.pass(60);
}

it('is of the market asked for, in the style of the language, once its snapshot is there', async () => {
  start();
  await open();
  expect(shown).toBeNull();
  await tickers();
  expect(shown).toMatchObject({ pair: 'C2/USDT', last: '27.412,30' });
  start(3);
  await open();
  await tickers();
  expect(shown).toMatchObject({ pair: 'C3/USDT', last: '37.412,30' });
});

it.each([
  ['a market that is not listed', 9],
  ['one without a name', 4],
])('is none of %s', async (_, coinInfoId) => {
  start(coinInfoId);
  await open();
  await tickers();
  expect([shown, words > 0]).toEqual([null, true]);
});

it('counts as live for no longer than the app would say so, and is gone when nothing more arrives', async () => {
  start();
  await open();
  await tickers({ pts: platform.nowMs() - 500 });
  expect(shown!.liveMs).toBeLessThan(1_500);
  expect(shown!.liveMs).toBeGreaterThan(1_300);
  platform.answersPings = false;
  await platform.pass(1_600);
  expect(shown).toBeNull();
});

it('is not posted from an old snapshot, nor after a missed message', async () => {
  start();
  await open();
  await tickers({ pts: platform.nowMs() - 2_100 });
  expect(shown).toBeNull();
  await tickers();
  expect(shown).not.toBeNull();
  platform.socket.receive({ type: 'heartbeat', ts: platform.nowMs(), seqs: { tickers: 8 } });
  await platform.pass(60);
  expect(shown).toBeNull();
});

it('is gone with the connection', async () => {
  start();
  await open();
  await tickers();
  expect(shown).not.toBeNull();
  platform.socket.onClose();
  await platform.pass(60);
  expect(shown).toBeNull();
});

it('ends when the app starts, which takes over the same socket and subscription', async () => {
  const market = start();
  await open();
  await tickers();
  const screen = new FakeScreen(() => platform.now);
  await market.start(CONFIG, screen);
  await market.open(1, { kind: 'tickers' });
  const before = words;
  await platform.pass(500);
  expect(words).toBe(before);
  expect(screen.tickers.get(2)?.[1]).toBe(2_741_230);
  expect(platform.sockets).toHaveLength(1);
  expect(platform.socket.ofType('subscribe')).toHaveLength(1);
});

it('ends where no app starts', async () => {
  start();
  await open();
  await tickers();
  await platform.pass(16_000);
  const before = words;
  expect(shown).toBeNull();
  await platform.pass(1_000);
  expect(words).toBe(before);
});
