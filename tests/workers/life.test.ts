// A market on a phone: half-open sockets, sleep, pages out of sight; what was missed is fetched, and nothing is live
// before it is verified.
import { beforeEach, describe, expect, it } from 'vitest';
import { BOOK_STATE, CANDLE_COLUMNS, LINK, type MarketWorker } from '../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../workers/pipeline.ts';
import type { FramePort } from '../../workers/platform.ts';
import { coin } from './coin.ts';
import { FakeScreen, FakeWorld, settled } from './fake-platform.ts';

const MINUTE = 60_000;
const BOOK = 1;
const TRADES = 2;
const CANDLES = 3;
const TICKERS = 4;
let world: FakeWorld;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;

const barTime = (minute: number): number => Math.floor(world.epoch / MINUTE) * MINUTE + minute * MINUTE;
const candle = (minute: number): unknown[] => [
  barTime(minute) / 1_000,
  '1',
  '2',
  '0.5',
  '1.5',
  String(100 + minute),
  '0',
  0,
];
/** The candles of the exchange, as its call gives them: from an hour before this world to its now. */
function candles(form: URLSearchParams): unknown {
  const newest = Math.floor((world.nowMs() - barTime(0)) / MINUTE);
  const all = Array.from({ length: newest + 61 }, (_, i) => candle(i - 60));
  const from = Number(form.get('startTime') ?? 0);
  return { list: all.filter(([time]) => Number(time) >= from).slice(-Number(form.get('limit'))), hasMore: false };
}
const trades = (from: number, to: number): unknown[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: to - i, price: '1.00', amount: '2.000', side: 'buy', ts: 5 }));

async function start(): Promise<void> {
  world = new FakeWorld();
  screen = new FakeScreen(() => world.now);
  world.answer = (path, form) => {
    if (path === '/coin/infos') return { list: [coin(2)] };
    return path === '/coin/candles' ? candles(form) : { list: trades(1, 40).slice(0, 200) };
  };
  market = createMarketWorker(world);
  await market.start({ socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' }, screen);
  await market.instruments();
}

async function open(): Promise<void> {
  await market.open(BOOK, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 10 });
  await market.open(TRADES, { kind: 'trades', coinInfoId: 2, rows: 40 });
  await market.open(CANDLES, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators: [] });
  await market.open(TICKERS, { kind: 'tickers' });
}

const data = (rest: Record<string, unknown>): void =>
  world.socket.say({
    type: 'data',
    kind: 'snapshot',
    seq: 1,
    prevSeq: 0,
    ts: world.nowMs() - 30,
    pts: world.nowMs() - 20,
    ...rest,
  });
const bookSnapshot = (seq = 1): void =>
  data({
    channel: 'books',
    coinInfoId: 2,
    depth: 50,
    interval: 100,
    seq,
    prevSeq: seq,
    data: { asks: [], bids: [], cs: 0 },
  });
const candleSnapshot = (): void =>
  data({
    channel: 'candles',
    coinInfoId: 2,
    period: '1m',
    data: [candle(Math.floor((world.nowMs() - barTime(0)) / MINUTE))],
  });
const tradeSnapshot = (from: number, to: number): void =>
  data({ channel: 'trades', coinInfoId: 2, seq: to, prevSeq: from - 1, data: trades(from, to) });
const tickerSnapshot = (): void => data({ channel: 'tickers', data: [{ coinInfoId: 2, last: '1.00' }] });
function snapshots(): void {
  bookSnapshot();
  candleSnapshot();
  tradeSnapshot(1, 40);
  tickerSnapshot();
}
const states = (): (number | undefined)[] => [BOOK, TRADES, CANDLES, TICKERS].map((view) => screen.panes.get(view));
const ALL = (state: number): number[] => [state, state, state, state];

beforeEach(start);

describe('a half-open socket', () => {
  it.each(['visible', 'online', 'restored'] as const)(
    'is probed at once and replaced within 2 s of %s',
    async (reason) => {
      world.socket.onOpen();
      await open();
      snapshots();
      await world.pass(500);
      world.answersPings = false;
      const before = world.socket.ofType('ping').length;
      await market.wake(reason);
      expect(world.socket.ofType('ping').length).toBe(before + 1);
      await world.pass(1_000);
      expect(world.sockets.length).toBe(1);
      await world.pass(1_000);
      expect(world.sockets.length).toBe(2);
      expect(world.sockets[0]!.closed).toBe(true);
    },
  );

  it('is found by its silence alone: probed after a second, replaced within 2 s of that', async () => {
    world.socket.onOpen();
    await open();
    snapshots();
    await world.pass(100);
    world.answersPings = false;
    await world.pass(3_100);
    expect(world.sockets.length).toBe(2);
  });

  it('is not seen in a quiet market whose exchange answers, nor in a slow one', async () => {
    world.socket.onOpen();
    await open();
    await world.pass(60_000);
    expect(world.sockets.length).toBe(1);
    // 1.5 s a round trip: three of them are waited for.
    world.answersPings = false;
    const slow = world.socket;
    let answered = slow.ofType('ping').length;
    for (let ms = 0; ms < 60_000; ms += 100) {
      await world.pass(100);
      for (const { t } of slow.ofType('ping').slice(answered)) {
        answered += 1;
        world.after(1_500, () => slow.say({ type: 'pong', t, ts: world.nowMs() - 750 }));
      }
    }
    expect(world.sockets.length).toBe(1);
  });

  /** Words every 100 ms for `ms`, and pongs `tripMs` after their pings. */
  const talk = async (ms: number, tripMs: number): Promise<void> => {
    world.answersPings = false;
    let answered = world.socket.ofType('ping').length;
    for (let passed = 0; passed < ms; passed += 100) {
      await world.pass(100);
      const { socket } = world;
      tickerSnapshot();
      for (const { t } of socket.ofType('ping').slice(answered)) {
        answered += 1;
        world.after(tripMs, () => socket.say({ type: 'pong', t, ts: world.nowMs() }));
      }
    }
  };

  it('that was never silent on a fast line is replaced within 2 s of its last word', async () => {
    world.socket.onOpen();
    await open();
    await talk(20_000, 60);
    await world.pass(1_600);
    expect(world.sockets.length).toBe(1);
    await world.pass(300);
    expect(world.sockets.length).toBe(2);
  });

  it('on a slow line is given three round trips however much was said before, and a fast line that stumbles is kept', async () => {
    world.socket.onOpen();
    await open();
    await talk(30_000, 1_500);
    await world.pass(5_000);
    expect(world.sockets.length).toBe(1);
    await world.pass(2_200);
    expect(world.sockets.length).toBe(2);
    world.socket.onOpen();
    await talk(60_000, 40);
    // All is late by 1.6 s from here on.
    await world.pass(1_600);
    await talk(20_000, 1_600);
    expect(world.sockets.length).toBe(2);
  });

  it('that nobody looks at is given ten seconds', async () => {
    world.answersPings = false;
    world.socket.onOpen();
    await world.pass(9_900);
    expect(world.sockets.length).toBe(1);
  });
});

describe('a sleep of ten minutes', () => {
  it('ends in a new socket, candles without a hole, trades without one, and the seams marked', async () => {
    world.socket.onOpen();
    await open();
    snapshots();
    await world.pass(1_000);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
    world.answersPings = false;
    // No timer runs while a device sleeps, and its steady clock stands.
    world.sleep(10 * MINUTE);
    await world.pass(3_000);
    expect(world.sockets.length).toBe(2);
    expect(states()).toEqual(ALL(BOOK_STATE.repairing));
    world.answersPings = true;
    world.answer = (path, form) =>
      path === '/coin/infos'
        ? { list: [coin(2)] }
        : path === '/coin/candles'
          ? candles(form)
          : { list: trades(301, 500) };
    world.socket.onOpen();
    await settled();
    bookSnapshot(90);
    candleSnapshot();
    tradeSnapshot(451, 500);
    tickerSnapshot();
    await world.pass(100);
    const { columns, seam } = screen.candles.get(CANDLES)!;
    const times = columns[0]!;
    expect(columns.length).toBe(CANDLE_COLUMNS);
    expect(times.slice(1).every((time, i) => times[i] === time - MINUTE)).toBe(true);
    expect(times.at(-1)).toBe(Math.floor(world.nowMs() / MINUTE) * MINUTE);
    expect(times).toContain(seam);
    expect(times.length - 1 - times.indexOf(seam)).toBeGreaterThanOrEqual(10);
    const ids = screen.trades.get(TRADES)!.map(([id]) => id!);
    expect(ids).toEqual(Array.from({ length: 40 }, (_, i) => 500 - i));
    expect(screen.tradeSeams.get(TRADES)).toBe(40);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
  });
});

describe('a socket that a sleep ended returns at once', () => {
  /** Longest wait of the next socket, ms, whatever chance says. */
  const WITHIN_MS = 500;
  const begin = async (): Promise<void> => {
    world.socket.onOpen();
    await open();
    snapshots();
    await world.pass(1_000);
  };

  it.each([0, 0.5, 0.999])(
    'when its end is told as the device wakes, before any timer ran (chance %d)',
    async (chance) => {
      await begin();
      world.chance = chance;
      world.sleep(10 * MINUTE);
      world.socket.onClose();
      expect(world.sockets.length).toBe(1);
      await world.pass(WITHIN_MS);
      expect(world.sockets.length).toBe(2);
    },
  );

  it('when a timer finds that the device slept, and the socket silent for longer than any is', async () => {
    await begin();
    world.sleep(10 * MINUTE);
    // The round of a second that was under way.
    await world.pass(1_000 + WITHIN_MS);
    expect(world.sockets.length).toBe(2);
    expect(world.sockets[0]!.closed).toBe(true);
  });

  it.each(['visible', 'restored', 'online'] as const)(
    'when its end is told after the page is %s again',
    async (reason) => {
      await begin();
      world.answersPings = false;
      world.sleep(5_000);
      await market.wake(reason);
      await world.pass(100);
      world.socket.onClose();
      await world.pass(WITHIN_MS);
      expect(world.sockets.length).toBe(2);
    },
  );

  it('when it ended while the page was hidden and nothing ran', async () => {
    await begin();
    await market.wake('hidden');
    world.socket.onClose();
    await world.pass(100);
    await market.wake('visible');
    await world.pass(WITHIN_MS);
    expect(world.sockets.length).toBe(2);
  });

  it('once: an exchange that is away is not hammered', async () => {
    await begin();
    world.sleep(10 * MINUTE);
    world.socket.onClose();
    for (let ms = 0; ms < 20_000; ms += 100) {
      await world.pass(100);
      if (!world.socket.closed) world.socket.onClose();
    }
    // Two at once, then every 4 to 6 s.
    expect(world.sockets.length).toBeLessThanOrEqual(2 + 1 + 5);
  });

  it('and one that ends while nothing slept waits as ever', async () => {
    await begin();
    world.socket.onClose();
    await world.pass(3_900);
    expect(world.sockets.length).toBe(1);
    await world.pass(2_200);
    expect(world.sockets.length).toBe(2);
  });
});

describe('panes', () => {
  it('go live one by one, each with its own snapshot', async () => {
    world.socket.onOpen();
    await open();
    await world.pass(50);
    expect(states()).toEqual([undefined, undefined, undefined, undefined]);
    tickerSnapshot();
    await world.pass(20);
    expect(states()).toEqual([undefined, undefined, undefined, BOOK_STATE.live]);
    bookSnapshot();
    await world.pass(20);
    expect(states()).toEqual([BOOK_STATE.live, undefined, undefined, BOOK_STATE.live]);
    candleSnapshot();
    tradeSnapshot(1, 40);
    await world.pass(20);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
    world.socket.onClose();
    await world.pass(20);
    expect(states()).toEqual(ALL(BOOK_STATE.repairing));
  });

  it('a book that fails asks once, and is not painted again before its new snapshot is verified', async () => {
    world.socket.onOpen();
    await open();
    snapshots();
    await world.pass(50);
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
    await world.pass(50);
    expect(world.socket.ofType('resync').length).toBe(1);
    expect(painted).toEqual([BOOK_STATE.repairing, 1]);
    // A snapshot that belies itself is none.
    data({
      channel: 'books',
      coinInfoId: 2,
      depth: 50,
      interval: 100,
      seq: 60,
      prevSeq: 60,
      data: { asks: [], bids: [['1.00', '1.000']], cs: 1 },
    });
    await world.pass(50);
    expect(painted.filter((_, i) => i % 2 === 0)).not.toContain(BOOK_STATE.live);
    expect(screen.books.get(BOOK)!.seq).toBe(1);
    bookSnapshot(61);
    await world.pass(50);
    expect(screen.books.get(BOOK)).toMatchObject({ state: BOOK_STATE.live, seq: 61 });
    expect(world.socket.ofType('resync').length).toBe(1);
  });
});

describe('a page out of sight', () => {
  it('keeps its session and lets go of the markets, and all comes back with it', async () => {
    world.socket.onOpen();
    await market.setSession('token');
    world.socket.say({ type: 'auth', code: 0, uid: 5 });
    await open();
    snapshots();
    await world.pass(50);
    await market.wake('hidden');
    await world.pass(9_000);
    expect(world.socket.ofType('unsubscribe')).toEqual([]);
    await world.pass(2_000);
    const left = world.socket
      .ofType('unsubscribe')
      .flatMap(({ args }) => (args as { channel: string }[]).map(({ channel }) => channel));
    expect(left.sort()).toEqual(['books', 'candles', 'tickers', 'trades']);
    const pings = world.socket.ofType('ping').length;
    await world.pass(60_000);
    expect(world.socket.ofType('ping').length - pings).toBeLessThanOrEqual(13);
    expect(world.sockets.length).toBe(1);
    await market.wake('visible');
    const again = world.socket
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
    await world.pass(50);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
  });

  it('seen again within ten seconds has let go of nothing', async () => {
    world.socket.onOpen();
    await open();
    await market.wake('hidden');
    await world.pass(5_000);
    await market.wake('visible');
    await world.pass(20_000);
    expect(world.socket.ofType('unsubscribe')).toEqual([]);
  });
});

describe('saving', () => {
  it('paints four times a second, and as before when it ends', async () => {
    world.socket.onOpen();
    await open();
    snapshots();
    await world.pass(500);
    const flood = async (): Promise<number> => {
      const before = screen.frames;
      for (let ms = 0; ms < 4_000; ms += 20) {
        tradeSnapshot(1, 41 + world.now);
        await world.pass(20);
      }
      return (screen.frames - before) / 4;
    };
    await market.setSaving(true);
    // Four, and the link once a second.
    expect(await flood()).toBeLessThanOrEqual(5);
    await market.setSaving(false);
    expect(await flood()).toBeGreaterThan(30);
  });
});

describe('times', () => {
  it('say how long the oldest word of a frame took to each place', async () => {
    world.socket.onOpen();
    await open();
    await world.pass(200);
    screen.times.length = 0;
    bookSnapshot();
    await world.pass(40);
    expect(screen.times[0]).toMatchObject({ exchange: 10, wire: 20, sent: world.epoch + 200 });
  });
});

it('a link that was replaced says so in a second', async () => {
  world.socket.onOpen();
  await open();
  world.answersPings = false;
  await world.pass(5_000);
  expect(screen.link!.state).toBe(LINK.connecting);
});
