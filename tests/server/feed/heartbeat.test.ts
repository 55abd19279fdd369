// What the socket says of channels that are quiet: once a second, up to where they were told, in one message.
import { expect, test } from 'vitest';
import { ASK } from '../../../core/feed/checksum.ts';
import { HEARTBEAT_MS } from '../../../core/feed/feed-protocol.ts';
import { Feed } from '../../../server/feed/feed.ts';
import { MemoryStore, infoOf } from './feed-fixture.ts';
import { books, feed, greeted, level, now, pass } from './socket-fixture.ts';

const isBeat = ({ type }: { type: string }): boolean => type === 'heartbeat';

test('quiet channels are told of once a second, up to what was told of them; busy ones are not', async () => {
  feed.apply(
    [level(100, 1), { kind: 'trade', coinInfoId: 2, id: 7, priceTicks: 100, lots: 5, side: 'buy', ts: now() }],
    now(),
  );
  const peer = await greeted();
  peer.say({
    type: 'subscribe',
    reqId: 1,
    args: [books, { channel: 'trades', coinInfoId: 2 }, { channel: 'tickers' }],
  });
  await peer.until((message) => message.channel === 'tickers');
  const version = feed.market(2)!.book.version;
  pass(HEARTBEAT_MS);
  const first = await peer.until(isBeat);
  expect(first).toMatchObject({ seqs: { 'books:2:20:0': version, 'trades:2': 7, tickers: 0 } });
  expect(Math.abs(first.ts - now())).toBeLessThan(500);
  pass(HEARTBEAT_MS);
  feed.apply([level(101, 1)], now());
  await expect.poll(() => peer.heard.filter(isBeat).length).toBe(2);
  const second = peer.heard.filter(isBeat)[1]!;
  expect(Object.keys(second.seqs)).toEqual(['trades:2', 'tickers']);
  pass(HEARTBEAT_MS);
  await expect.poll(() => peer.heard.filter(isBeat).length).toBe(3);
  expect(peer.heard.filter(isBeat)[2]!.seqs['books:2:20:0']).toBe(feed.market(2)!.book.version);
});

test('of a channel whose market is not known just now nothing is said, and nothing at all to who follows none', async () => {
  const peer = await greeted();
  feed.apply([level(100, 1)], now());
  peer.say({
    type: 'subscribe',
    reqId: 1,
    args: [books, { channel: 'trades', coinInfoId: 2 }, { channel: 'trades', coinInfoId: 3 }],
  });
  await peer.until((message) => message.channel === 'books');
  feed.apply([{ kind: 'bookReset', coinInfoId: 2 }], now());
  await peer.until((message) => message.channel === 'books' && message.data.lost === 1);
  pass(HEARTBEAT_MS);
  expect(Object.keys((await peer.until(isBeat)).seqs)).toEqual(['trades:3']);
  peer.say({ type: 'unsubscribe', reqId: 2, args: ['*'] });
  await peer.until((message) => message.type === 'unsubscribed');
  const before = peer.heard.length;
  pass(HEARTBEAT_MS);
  await new Promise((resolve) => {
    setTimeout(resolve, 250);
  });
  expect(peer.heard.length).toBe(before);
});

test('a topic lists itself with what it told, and not while it speaks', () => {
  let at = 0;
  const quiet = new Feed({ instruments: [infoOf(2)], store: new MemoryStore(), now: () => at, timer: false });
  const topic = quiet.topic({ channel: 'trades', coinInfoId: 2 })!;
  topic.subscribe({ receive: () => undefined });
  expect(topic.quietAt(at)).toBe('"trades:2":0');
  quiet.apply(
    [
      { kind: 'trade', coinInfoId: 2, id: 9, priceTicks: 100, lots: 5, side: 'buy', ts: 0 },
      { kind: 'level', coinInfoId: 2, side: ASK, priceTicks: 5, lots: 3 },
    ],
    0,
  );
  expect(topic.quietAt(at)).toBe('');
  at = 249;
  expect(topic.quietAt(at)).toBe('');
  at = 250;
  expect(topic.quietAt(at)).toBe('"trades:2":9');
});
