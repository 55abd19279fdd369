// A market on a phone: half-open sockets and sleep are detected, and missed data is fetched.
import { beforeEach, describe, expect, it } from 'vitest';
import { BOOK_STATE, CANDLE_COLUMNS } from '../../core/worker-protocol/worker-protocol.ts';
import { coin } from '../support/feed/coin.ts';
import { settled } from '../support/feed/fake-platform.ts';
import {
  ALL,
  bookSnapshot,
  CANDLES,
  candles,
  candleSnapshot,
  market,
  MINUTE,
  openViews,
  screen,
  snapshots,
  startMarket,
  states,
  tickerSnapshot,
  trades,
  TRADES,
  tradeSnapshot,
  world,
} from './market-fixture.ts';

beforeEach(startMarket);

describe('a half-open socket', () => {
  it.each(['visible', 'online', 'restored'] as const)(
    'is probed at once and replaced within 2 s of %s',
    async (reason) => {
      world.socket.onOpen();
      await openViews();
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

  it('is detected by silence: probed after a second, replaced within 2 s of that', async () => {
    world.socket.onOpen();
    await openViews();
    snapshots();
    await world.pass(100);
    world.answersPings = false;
    await world.pass(3_100);
    expect(world.sockets.length).toBe(2);
  });

  it('is not assumed in a quiet market with answers, nor on a slow connection', async () => {
    world.socket.onOpen();
    await openViews();
    await world.pass(60_000);
    expect(world.sockets.length).toBe(1);
    // 1.5 s a round trip: three are allowed.
    world.answersPings = false;
    const slow = world.socket;
    let answered = slow.ofType('ping').length;
    for (let ms = 0; ms < 60_000; ms += 100) {
      await world.pass(100);
      for (const { t } of slow.ofType('ping').slice(answered)) {
        answered += 1;
        world.after(1_500, () => slow.receive({ type: 'pong', t, ts: world.nowMs() - 750 }));
      }
    }
    expect(world.sockets.length).toBe(1);
  });

  /** Messages every 100 ms for `ms`, and pongs `tripMs` after their pings. */
  const talk = async (ms: number, tripMs: number): Promise<void> => {
    world.answersPings = false;
    let answered = world.socket.ofType('ping').length;
    for (let passed = 0; passed < ms; passed += 100) {
      await world.pass(100);
      const { socket } = world;
      tickerSnapshot();
      for (const { t } of socket.ofType('ping').slice(answered)) {
        answered += 1;
        world.after(tripMs, () => socket.receive({ type: 'pong', t, ts: world.nowMs() }));
      }
    }
  };

  it('on a busy fast connection is replaced within 2 s of its last message', async () => {
    world.socket.onOpen();
    await openViews();
    await talk(20_000, 60);
    await world.pass(1_600);
    expect(world.sockets.length).toBe(1);
    await world.pass(300);
    expect(world.sockets.length).toBe(2);
  });

  it('on a slow connection gets three round trips, and a fast one that pauses is kept', async () => {
    world.socket.onOpen();
    await openViews();
    await talk(30_000, 1_500);
    await world.pass(5_000);
    expect(world.sockets.length).toBe(1);
    await world.pass(2_200);
    expect(world.sockets.length).toBe(2);
    world.socket.onOpen();
    await talk(60_000, 40);
    // Every message is late by 1.6 s from here on.
    await world.pass(1_600);
    await talk(20_000, 1_600);
    expect(world.sockets.length).toBe(2);
  });

  it('of a hidden page gets ten seconds', async () => {
    world.answersPings = false;
    world.socket.onOpen();
    await world.pass(9_900);
    expect(world.sockets.length).toBe(1);
  });
});

describe('a sleep of ten minutes', () => {
  it('ends with a new socket, candles and trades without a gap, and marked seams', async () => {
    world.socket.onOpen();
    await openViews();
    snapshots();
    await world.pass(1_000);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
    world.answersPings = false;
    // During a sleep no timer runs and the monotonic clock stops.
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
  /** Longest random delay of the next socket, ms. */
  const WITHIN_MS = 500;
  const begin = async (): Promise<void> => {
    world.socket.onOpen();
    await openViews();
    snapshots();
    await world.pass(1_000);
  };

  it.each([0, 0.5, 0.999])('when it closes as the device wakes, before any timer ran (random %d)', async (chance) => {
    await begin();
    world.chance = chance;
    world.sleep(10 * MINUTE);
    world.socket.onClose();
    expect(world.sockets.length).toBe(1);
    await world.pass(WITHIN_MS);
    expect(world.sockets.length).toBe(2);
  });

  it('when a timer detects the sleep, and the socket was silent for too long', async () => {
    await begin();
    world.sleep(10 * MINUTE);
    // The heartbeat that was due.
    await world.pass(1_000 + WITHIN_MS);
    expect(world.sockets.length).toBe(2);
    expect(world.sockets[0]!.closed).toBe(true);
  });

  it.each(['visible', 'restored', 'online'] as const)('when it closes after the page is %s again', async (reason) => {
    await begin();
    world.answersPings = false;
    world.sleep(5_000);
    await market.wake(reason);
    await world.pass(100);
    world.socket.onClose();
    await world.pass(WITHIN_MS);
    expect(world.sockets.length).toBe(2);
  });

  it('when it ended while the page was hidden and nothing ran', async () => {
    await begin();
    await market.wake('hidden');
    world.socket.onClose();
    await world.pass(100);
    await market.wake('visible');
    await world.pass(WITHIN_MS);
    expect(world.sockets.length).toBe(2);
  });

  it('once: an unreachable exchange is not hammered', async () => {
    await begin();
    world.sleep(10 * MINUTE);
    world.socket.onClose();
    for (let ms = 0; ms < 20_000; ms += 100) {
      await world.pass(100);
      if (!world.socket.closed) world.socket.onClose();
    }
    // Two at once, then one every 4 to 6 s.
    expect(world.sockets.length).toBeLessThanOrEqual(2 + 1 + 5);
  });

  it('and one that closes without a sleep waits the usual delay', async () => {
    await begin();
    world.socket.onClose();
    await world.pass(3_900);
    expect(world.sockets.length).toBe(1);
    await world.pass(2_200);
    expect(world.sockets.length).toBe(2);
  });
});
