// Heartbeats: once a second, one message lists the last `seq` of every channel without updates.
import { expect, test } from 'vitest';
import { ASK } from '../../../core/feed/checksum.ts';
import { HEARTBEAT_MS } from '../../../core/feed/feed-protocol.ts';
import { Feed } from '../../../server/feed/feed.ts';
import { MemoryStore, infoOf } from '../../support/server/feed-fixture.ts';
import { books, feed, connectedClient, level, now, advance } from './socket-fixture.ts';

const isBeat = ({ type }: { type: string }): boolean => type === 'heartbeat';

test('lists channels without updates once a second, with their last seq; not the others', async () => {
  feed.apply(
    [level(100, 1), { kind: 'trade', coinInfoId: 2, id: 7, priceTicks: 100, lots: 5, side: 'buy', ts: now() }],
    now(),
  );
  const peer = await connectedClient();
  const fromMs = now();
  peer.send({
    type: 'subscribe',
    reqId: 1,
    args: [books, { channel: 'trades', coinInfoId: 2 }, { channel: 'tickers' }],
  });
  await peer.until((message) => message.channel === 'tickers');
  const version = feed.market(2)!.book.version;
  advance(HEARTBEAT_MS);
  const first = await peer.until(isBeat);
  expect(first).toMatchObject({ seqs: { 'books:2:20:0': version, 'trades:2': 7, tickers: 0 } });
  expect(first.ts).toBeGreaterThanOrEqual(fromMs);
  expect(first.ts).toBeLessThanOrEqual(now());
  advance(HEARTBEAT_MS);
  feed.apply([level(101, 1)], now());
  await expect.poll(() => peer.received.filter(isBeat).length).toBe(2);
  const second = peer.received.filter(isBeat)[1]!;
  expect(Object.keys(second.seqs)).toEqual(['trades:2', 'tickers']);
  advance(HEARTBEAT_MS);
  await expect.poll(() => peer.received.filter(isBeat).length).toBe(3);
  expect(peer.received.filter(isBeat)[2]!.seqs['books:2:20:0']).toBe(feed.market(2)!.book.version);
});

test('omits channels of a market that is not known; is not sent without subscriptions', async () => {
  const peer = await connectedClient();
  feed.apply([level(100, 1)], now());
  peer.send({
    type: 'subscribe',
    reqId: 1,
    args: [books, { channel: 'trades', coinInfoId: 2 }, { channel: 'trades', coinInfoId: 3 }],
  });
  await peer.until((message) => message.channel === 'books');
  feed.apply([{ kind: 'bookReset', coinInfoId: 2 }], now());
  await peer.until((message) => message.channel === 'books' && message.data.lost === 1);
  advance(HEARTBEAT_MS);
  expect(Object.keys((await peer.until(isBeat)).seqs)).toEqual(['trades:3']);
  peer.send({ type: 'unsubscribe', reqId: 2, args: ['*'] });
  await peer.until((message) => message.type === 'unsubscribed');
  const before = peer.received.length;
  advance(HEARTBEAT_MS);
  await new Promise((resolve) => {
    setTimeout(resolve, 250);
  });
  expect(peer.received.length).toBe(before);
});

test('a topic has an entry with its last seq, and none shortly after an update', () => {
  let at = 0;
  const quiet = new Feed({ instruments: [infoOf(2)], store: new MemoryStore(), now: () => at, timer: false });
  const topic = quiet.topic({ channel: 'trades', coinInfoId: 2 })!;
  topic.subscribe({ receive: () => undefined });
  expect(topic.heartbeatEntry(at)).toBe('"trades:2":0');
  quiet.apply(
    [
      { kind: 'trade', coinInfoId: 2, id: 9, priceTicks: 100, lots: 5, side: 'buy', ts: 0 },
      { kind: 'level', coinInfoId: 2, side: ASK, priceTicks: 5, lots: 3 },
    ],
    0,
  );
  expect(topic.heartbeatEntry(at)).toBe('');
  at = 249;
  expect(topic.heartbeatEntry(at)).toBe('');
  at = 250;
  expect(topic.heartbeatEntry(at)).toBe('"trades:2":9');
});
