// Book topics: a client that applies the deltas has the server's top levels and checksum.
import { describe, expect, test } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { DEPTHS } from '../../../core/market-data/market-data.ts';
import { BOOK_INTERVALS } from '../../../core/feed/feed-protocol.ts';
import { Feed } from '../../../server/feed/feed.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { MarketReads } from '../../../server/gateway/routes/market-data/market-reads.ts';
import { ClientBook, RecordingReader, MemoryStore, infoOf, randomLevels } from '../../support/server/feed-fixture.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';

const info = infoOf(2);

function feedAt(clock: { now: number }): Feed {
  return new Feed({ instruments: [info], store: new MemoryStore(), now: () => clock.now, timer: false });
}

/** Naive twin of the server's book. */
class NaiveBook {
  readonly book = new ClientBook(0);
  apply(events: MarketEvent[]): void {
    for (const event of events) {
      if (event.kind === 'bookReset') {
        this.book.sides[BID].clear();
        this.book.sides[ASK].clear();
      }
      if (event.kind !== 'level') continue;
      if (event.lots === 0) this.book.sides[event.side].delete(event.priceTicks);
      else this.book.sides[event.side].set(event.priceTicks, event.lots);
    }
  }
  top(side: 1 | 2, depth: number): [number, number][] {
    return depth === 0 ? this.book.levels(side) : this.book.levels(side).slice(0, depth);
  }
}

interface Follower {
  depth: number;
  interval: number;
  listener: RecordingReader;
  client: ClientBook;
  read: number;
}

function follow(feed: Feed, depth: number, interval: number): Follower {
  const listener = new RecordingReader();
  feed.topic({ channel: 'books', coinInfoId: 2, depth, interval })?.subscribe(listener);
  return { depth, interval, listener, client: new ClientBook(depth), read: 0 };
}

function catchUp(follower: Follower): void {
  for (; follower.read < follower.listener.messages.length; follower.read += 1)
    follower.client.apply(follower.listener.messages[follower.read]);
}

function expectEqual(follower: Follower, twin: NaiveBook): void {
  const { client, depth } = follower;
  expect(client.levels(BID)).toEqual(twin.top(BID, depth));
  expect(client.levels(ASK)).toEqual(twin.top(ASK, depth));
  expect(client.cs).toBe(client.checksum());
}

describe('book topics', () => {
  test('the number of a book is that of the command that changed it last, in every process', () => {
    const clock = { now: 1_000 };
    const [engine, gateway] = [feedAt(clock), feedAt(clock)];
    const level = (priceTicks: number, lots: number): MarketEvent => {
      return { kind: 'level', coinInfoId: 2, side: BID, priceTicks, lots };
    };
    const topic = follow(engine, 0, 0);
    engine.apply([level(100, 5), level(99, 5)], clock.now, 7);
    engine.apply([level(100, 5)], clock.now, 8); // changes nothing
    engine.apply([level(101, 1), level(101, 0)], clock.now, 9);
    engine.apply([level(99, 0)], clock.now, 12);
    // A process that starts to follow gets the levels and the number of the last change.
    gateway.apply([level(100, 5)], clock.now, engine.market(2)!.book.version);
    for (const feed of [engine, gateway]) feed.apply([level(98, 4)], clock.now, 20);
    catchUp(topic);
    expect(topic.listener.messages.map(({ seq, prevSeq }) => [prevSeq, seq])).toEqual([
      [0, 0],
      [0, 7],
      [7, 12],
      [12, 20],
    ]);
    expect(gateway.market(2)?.book.version).toBe(20);
    expect(follow(gateway, 0, 0).listener.messages.at(-1)?.seq).toBe(20);
  });

  test('equals the naive twin at every depth and interval after every flush', { timeout: 240_000 }, () => {
    const chance = seeded(seedOf('book topics'));
    const clock = { now: 1_000_000 };
    const feed = feedAt(clock);
    const twin = new NaiveBook();
    const depths = [...DEPTHS, 1, 5];
    const followers = depths.flatMap((depth) => BOOK_INTERVALS.map((interval) => follow(feed, depth, interval)));
    let middle = 5000;
    for (let step = 0; step < 800; step += 1) {
      middle = Math.max(200, middle + Math.round((chance() - 0.5) * 4));
      const events = randomLevels(chance, middle, 1 + Math.floor(chance() * 12));
      if (chance() < 0.008) events.unshift({ kind: 'bookReset', coinInfoId: 2 });
      feed.apply(events, clock.now);
      twin.apply(events);
      clock.now += 50;
      feed.runDueTasks(clock.now);
      for (const follower of followers) {
        catchUp(follower);
        if (follower.interval === 0 || clock.now % follower.interval === 0) expectEqual(follower, twin);
      }
      if (chance() < 0.01)
        followers.push(follow(feed, depths[step % depths.length] ?? 20, BOOK_INTERVALS[step % 4] ?? 0));
    }
    expect(followers.length).toBeGreaterThan(depths.length * 4);
  });

  test('a level pushed out of the depth is not sent, a removed one is', () => {
    const clock = { now: 0 };
    const feed = feedAt(clock);
    const level = (priceTicks: number, lots: number): MarketEvent => ({
      kind: 'level',
      coinInfoId: 2,
      side: BID,
      priceTicks,
      lots,
    });
    feed.apply([level(100, 1), level(99, 1), level(98, 1)], 1);
    const follower = follow(feed, 2, 0);
    feed.apply([level(101, 7)], 2);
    expect(follower.listener.last().data.b).toEqual([['1.01', '0.00007']]);
    feed.apply([level(101, 0)], 3);
    expect(follower.listener.last().data.b).toEqual([
      ['1.01', '0'],
      ['0.99', '0.00001'],
    ]);
    feed.apply([level(98, 5)], 4);
    expect(follower.listener.messages).toHaveLength(3);
  });

  test('a level that is added and removed between two flushes is not sent', () => {
    const clock = { now: 0 };
    const feed = feedAt(clock);
    const whole = follow(feed, 0, 100);
    const top = follow(feed, 20, 100);
    feed.runDueTasks(0);
    feed.apply(
      [
        { kind: 'level', coinInfoId: 2, side: ASK, priceTicks: 5, lots: 3 },
        { kind: 'level', coinInfoId: 2, side: ASK, priceTicks: 5, lots: 0 },
      ],
      1,
    );
    feed.runDueTasks(100);
    expect([whole.listener.messages.length, top.listener.messages.length]).toEqual([1, 1]);
  });

  test('a lost book is published as a snapshot', () => {
    const feed = feedAt({ now: 0 });
    feed.apply([{ kind: 'level', coinInfoId: 2, side: ASK, priceTicks: 5, lots: 3 }], 1);
    const { listener } = follow(feed, 0, 0);
    feed.apply(
      [
        { kind: 'bookReset', coinInfoId: 2 },
        { kind: 'level', coinInfoId: 2, side: ASK, priceTicks: 6, lots: 1 },
      ],
      2,
    );
    expect(listener.last()).toMatchObject({ kind: 'snapshot', data: { asks: [['0.06', '0.00001']], bids: [] } });
  });

  test('a lost book, and that of a watched market before its first snapshot, is marked lost until it is known', async () => {
    const feed = new Feed({
      instruments: [infoOf(2), infoOf(3, { watchOnly: 1 })],
      store: new MemoryStore(),
      now: () => 0,
      timer: false,
    });
    const lost = { kind: 'snapshot', data: { asks: [], bids: [], cs: 0, lost: 1 } };
    const level = (coinInfoId: number) => ({ kind: 'level' as const, coinInfoId, side: ASK, priceTicks: 5, lots: 3 });
    const own = follow(feed, 20, 100);
    expect(own.listener.last().data).toEqual({ asks: [], bids: [], cs: 0 });
    feed.apply([level(2)], 1);
    feed.runDueTasks(100);
    feed.apply([{ kind: 'bookReset', coinInfoId: 2 }], 2);
    feed.runDueTasks(200);
    expect(own.listener.last()).toMatchObject(lost);
    expect(follow(feed, 50, 0).listener.last()).toMatchObject(lost);
    feed.apply([{ kind: 'bookReset', coinInfoId: 2 }, level(2)], 3);
    feed.runDueTasks(300);
    expect(own.listener.last()).toMatchObject({ kind: 'snapshot', data: { asks: [['0.05', '0.00003']], bids: [] } });
    expect(own.listener.last().data).not.toHaveProperty('lost');
    const watched = new RecordingReader();
    feed.topic({ channel: 'books', coinInfoId: 3, depth: 20, interval: 0 })?.subscribe(watched);
    expect(watched.last()).toMatchObject(lost);
    const packed: (Buffer | null)[] = [];
    feed
      .topic({ channel: 'books', coinInfoId: 3, depth: 20, interval: 0 })
      ?.subscribe({ receive: (message) => packed.push(message.packed) });
    expect(packed).toEqual([null]);
    const reads = new MarketReads(feed, false);
    expect(await reads.book({ coinInfoId: 3, depth: 20 })).not.toHaveProperty('cs');
    feed.apply([level(3)], 4);
    expect(await reads.book({ coinInfoId: 3, depth: 20 })).toHaveProperty('cs');
    expect(watched.last().data.lost).toBeUndefined();
  });

  test('a topic is removed with its last reader', () => {
    const feed = feedAt({ now: 0 });
    const [first, second] = [new RecordingReader(), new RecordingReader()];
    const arg = { channel: 'books', coinInfoId: 2, depth: 20, interval: 0 } as const;
    const topic = feed.topic(arg);
    topic?.subscribe(first);
    topic?.subscribe(second);
    topic?.unsubscribe(first);
    expect(feed.topic(arg)).toBe(topic);
    topic?.unsubscribe(second);
    expect(feed.topic(arg)).not.toBe(topic);
    expect(feed.topic({ ...arg, area: 'forex' })).toBeNull();
    expect(feed.topic({ ...arg, coinInfoId: 77 })).toBeNull();
  });
});
