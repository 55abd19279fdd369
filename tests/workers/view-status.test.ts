// Status of views: live only after their own snapshots, on hidden pages and after reconnects too.
import { beforeEach, describe, expect, it } from 'vitest';
import { BOOK_STATE, LINK } from '../../core/worker-protocol/worker-protocol.ts';
import {
  ALL,
  BOOK,
  bookSnapshot,
  candleSnapshot,
  data,
  market,
  openViews,
  screen,
  snapshots,
  startMarket,
  states,
  tickerSnapshot,
  tradeSnapshot,
  platform,
} from './market-fixture.ts';

beforeEach(startMarket);

it('the page knows how old the data is as soon as the first ping of a socket is answered', async () => {
  for (let socket = 0; socket < 2; socket += 1) {
    // Between two heartbeats.
    await platform.pass(socket ? 7_700 : 400);
    platform.socket.onOpen();
    await platform.pass(20);
    expect(screen.connection!.state).toBe(LINK.open);
    expect(platform.nowMs() - screen.connection!.lastReceived!).toBeLessThan(30);
    platform.socket.onClose();
  }
});

describe('panes', () => {
  it('become live one by one, each with its own snapshot', async () => {
    platform.socket.onOpen();
    await openViews();
    await platform.pass(50);
    expect(states()).toEqual([undefined, undefined, undefined, undefined]);
    tickerSnapshot();
    await platform.pass(20);
    expect(states()).toEqual([undefined, undefined, undefined, BOOK_STATE.live]);
    bookSnapshot();
    await platform.pass(20);
    expect(states()).toEqual([BOOK_STATE.live, undefined, undefined, BOOK_STATE.live]);
    candleSnapshot();
    tradeSnapshot(1, 40);
    await platform.pass(20);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
    platform.socket.onClose();
    await platform.pass(20);
    expect(states()).toEqual(ALL(BOOK_STATE.repairing));
  });

  it('a failed book requests one snapshot, and is not written before that is verified', async () => {
    platform.socket.onOpen();
    await openViews();
    snapshots();
    await platform.pass(50);
    const painted: number[] = [];
    screen.onBook = (_, { state, seq }) => painted.push(state, seq);
    const delta = (seq: number, prevSeq: number): void =>
      data({
        channel: 'books',
        coinInfoId: 2,
        depth: 50,
        interval: 100,
        kind: 'delta',
        seq,
        prevSeq,
        data: { a: [], b: [['1.00', '1.000']], cs: 7 },
      });
    for (let seq = 3; seq < 60; seq += 1) delta(seq, seq - 1);
    await platform.pass(50);
    expect(platform.socket.ofType('resync').length).toBe(1);
    expect(painted).toEqual([BOOK_STATE.repairing, 1]);
    // A snapshot with a wrong checksum.
    data({
      channel: 'books',
      coinInfoId: 2,
      depth: 50,
      interval: 100,
      seq: 60,
      prevSeq: 60,
      data: { asks: [], bids: [['1.00', '1.000']], cs: 1 },
    });
    await platform.pass(50);
    expect(painted.filter((_, i) => i % 2 === 0)).not.toContain(BOOK_STATE.live);
    expect(screen.books.get(BOOK)!.seq).toBe(1);
    bookSnapshot(61);
    await platform.pass(50);
    expect(screen.books.get(BOOK)).toMatchObject({ state: BOOK_STATE.live, seq: 61 });
    expect(platform.socket.ofType('resync').length).toBe(1);
  });
});

describe('a hidden page', () => {
  it('keeps its session, unsubscribes the markets and restores them when visible', async () => {
    platform.socket.onOpen();
    await market.setSession('token');
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    await openViews();
    snapshots();
    await platform.pass(50);
    await market.wake('hidden');
    await platform.pass(9_000);
    expect(platform.socket.ofType('unsubscribe')).toEqual([]);
    await platform.pass(2_000);
    const left = platform.socket
      .ofType('unsubscribe')
      .flatMap(({ args }) => (args as { channel: string }[]).map(({ channel }) => channel));
    expect(left.sort()).toEqual(['books', 'candles', 'tickers', 'trades']);
    const pings = platform.socket.ofType('ping').length;
    await platform.pass(60_000);
    expect(platform.socket.ofType('ping').length - pings).toBeLessThanOrEqual(13);
    expect(platform.sockets.length).toBe(1);
    await market.wake('visible');
    const again = platform.socket
      .ofType('subscribe')
      .slice(-1)
      .flatMap(({ args }) => args as { channel: string }[])
      .map(({ channel }) => channel);
    expect(again.sort()).toEqual(['books', 'candles', 'tickers', 'trades']);
    expect(states()).toEqual(ALL(BOOK_STATE.repairing));
    bookSnapshot(7);
    candleSnapshot();
    tradeSnapshot(1, 40);
    tickerSnapshot();
    await platform.pass(50);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
  });

  it('visible again within ten seconds has unsubscribed nothing', async () => {
    platform.socket.onOpen();
    await openViews();
    await market.wake('hidden');
    await platform.pass(5_000);
    await market.wake('visible');
    await platform.pass(20_000);
    expect(platform.socket.ofType('unsubscribe')).toEqual([]);
  });
});

describe('saving', () => {
  it('sends four frames a second, and as many as before when it ends', async () => {
    platform.socket.onOpen();
    await openViews();
    snapshots();
    await platform.pass(500);
    const flood = async (): Promise<number> => {
      const before = screen.frames;
      for (let ms = 0; ms < 4_000; ms += 20) {
        tradeSnapshot(1, 41 + platform.now);
        await platform.pass(20);
      }
      return (screen.frames - before) / 4;
    };
    await market.setSaving(true);
    // Four frames, and the connection section once a second.
    expect(await flood()).toBeLessThanOrEqual(5);
    await market.setSaving(false);
    expect(await flood()).toBeGreaterThan(30);
  });
});

describe('times', () => {
  it("give the latency of a frame's oldest message by stage", async () => {
    platform.socket.onOpen();
    await openViews();
    await platform.pass(200);
    screen.times.length = 0;
    bookSnapshot();
    await platform.pass(40);
    expect(screen.times[0]).toMatchObject({ exchange: 10, wire: 20, sent: platform.epoch + 200 });
  });
});

it('a replaced connection is reported within a second', async () => {
  platform.socket.onOpen();
  await openViews();
  platform.answersPings = false;
  await platform.pass(5_000);
  expect(screen.connection!.state).toBe(LINK.connecting);
});
