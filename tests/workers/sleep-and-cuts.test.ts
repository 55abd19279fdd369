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
  platform,
} from './market-fixture.ts';

beforeEach(startMarket);

describe('a half-open socket', () => {
  it.each(['visible', 'online', 'restored'] as const)(
    'is probed at once and replaced within 2 s of %s',
    async (reason) => {
      platform.socket.onOpen();
      await openViews();
      snapshots();
      await platform.pass(500);
      platform.answersPings = false;
      const before = platform.socket.ofType('ping').length;
      await market.wake(reason);
      expect(platform.socket.ofType('ping').length).toBe(before + 1);
      await platform.pass(1_000);
      expect(platform.sockets.length).toBe(1);
      await platform.pass(1_000);
      expect(platform.sockets.length).toBe(2);
      expect(platform.sockets[0]!.closed).toBe(true);
    },
  );

  it('is detected by silence: probed after a second, replaced within 2 s of that', async () => {
    platform.socket.onOpen();
    await openViews();
    snapshots();
    await platform.pass(100);
    platform.answersPings = false;
    await platform.pass(3_100);
    expect(platform.sockets.length).toBe(2);
  });

  it('is not assumed in a quiet market with answers, nor on a slow connection', async () => {
    platform.socket.onOpen();
    await openViews();
    await platform.pass(60_000);
    expect(platform.sockets.length).toBe(1);
    // 1.5 s a round trip: three are allowed.
    platform.answersPings = false;
    const slow = platform.socket;
    let answered = slow.ofType('ping').length;
    for (let ms = 0; ms < 60_000; ms += 100) {
      await platform.pass(100);
      for (const { t } of slow.ofType('ping').slice(answered)) {
        answered += 1;
        platform.after(1_500, () => slow.receive({ type: 'pong', t, ts: platform.nowMs() - 750 }));
      }
    }
    expect(platform.sockets.length).toBe(1);
  });

  /** Messages every 100 ms for `ms`, and pongs `tripMs` after their pings. */
  const talk = async (ms: number, tripMs: number): Promise<void> => {
    platform.answersPings = false;
    let answered = platform.socket.ofType('ping').length;
    for (let passed = 0; passed < ms; passed += 100) {
      await platform.pass(100);
      const { socket } = platform;
      tickerSnapshot();
      for (const { t } of socket.ofType('ping').slice(answered)) {
        answered += 1;
        platform.after(tripMs, () => socket.receive({ type: 'pong', t, ts: platform.nowMs() }));
      }
    }
  };

  it('on a busy fast connection is replaced within 2 s of its last message', async () => {
    platform.socket.onOpen();
    await openViews();
    await talk(20_000, 60);
    await platform.pass(1_600);
    expect(platform.sockets.length).toBe(1);
    await platform.pass(300);
    expect(platform.sockets.length).toBe(2);
  });

  it('on a slow connection gets three round trips, and a fast one that pauses is kept', async () => {
    platform.socket.onOpen();
    await openViews();
    await talk(30_000, 1_500);
    await platform.pass(5_000);
    expect(platform.sockets.length).toBe(1);
    await platform.pass(2_200);
    expect(platform.sockets.length).toBe(2);
    platform.socket.onOpen();
    await talk(60_000, 40);
    // Every message is late by 1.6 s from here on.
    await platform.pass(1_600);
    await talk(20_000, 1_600);
    expect(platform.sockets.length).toBe(2);
  });

  it('of a hidden page gets ten seconds', async () => {
    platform.answersPings = false;
    platform.socket.onOpen();
    await platform.pass(9_900);
    expect(platform.sockets.length).toBe(1);
  });
});

describe('a sleep of ten minutes', () => {
  it('ends with a new socket, candles and trades without a gap, and marked seams', async () => {
    platform.socket.onOpen();
    await openViews();
    snapshots();
    await platform.pass(1_000);
    expect(states()).toEqual(ALL(BOOK_STATE.live));
    platform.answersPings = false;
    // During a sleep no timer runs and the monotonic clock stops.
    platform.sleep(10 * MINUTE);
    await platform.pass(3_000);
    expect(platform.sockets.length).toBe(2);
    expect(states()).toEqual(ALL(BOOK_STATE.repairing));
    platform.answersPings = true;
    platform.answer = (path, form) =>
      path === '/coin/infos'
        ? { list: [coin(2)] }
        : path === '/coin/candles'
          ? candles(form)
          : { list: trades(301, 500) };
    platform.socket.onOpen();
    await settled();
    bookSnapshot(90);
    candleSnapshot();
    tradeSnapshot(451, 500);
    tickerSnapshot();
    await platform.pass(100);
    const { columns, seam } = screen.candles.get(CANDLES)!;
    const times = columns[0]!;
    expect(columns.length).toBe(CANDLE_COLUMNS);
    expect(times.slice(1).every((time, i) => times[i] === time - MINUTE)).toBe(true);
    expect(times.at(-1)).toBe(Math.floor(platform.nowMs() / MINUTE) * MINUTE);
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
    platform.socket.onOpen();
    await openViews();
    snapshots();
    await platform.pass(1_000);
  };

  it.each([0, 0.5, 0.999])('when it closes as the device wakes, before any timer ran (random %d)', async (chance) => {
    await begin();
    platform.chance = chance;
    platform.sleep(10 * MINUTE);
    platform.socket.onClose();
    expect(platform.sockets.length).toBe(1);
    await platform.pass(WITHIN_MS);
    expect(platform.sockets.length).toBe(2);
  });

  it('when a timer detects the sleep, and the socket was silent for too long', async () => {
    await begin();
    platform.sleep(10 * MINUTE);
    // The heartbeat that was due.
    await platform.pass(1_000 + WITHIN_MS);
    expect(platform.sockets.length).toBe(2);
    expect(platform.sockets[0]!.closed).toBe(true);
  });

  it.each(['visible', 'restored', 'online'] as const)('when it closes after the page is %s again', async (reason) => {
    await begin();
    platform.answersPings = false;
    platform.sleep(5_000);
    await market.wake(reason);
    await platform.pass(100);
    platform.socket.onClose();
    await platform.pass(WITHIN_MS);
    expect(platform.sockets.length).toBe(2);
  });

  it('when it ended while the page was hidden and nothing ran', async () => {
    await begin();
    await market.wake('hidden');
    platform.socket.onClose();
    await platform.pass(100);
    await market.wake('visible');
    await platform.pass(WITHIN_MS);
    expect(platform.sockets.length).toBe(2);
  });

  it('once: an unreachable exchange is not hammered', async () => {
    await begin();
    platform.sleep(10 * MINUTE);
    platform.socket.onClose();
    for (let ms = 0; ms < 20_000; ms += 100) {
      await platform.pass(100);
      if (!platform.socket.closed) platform.socket.onClose();
    }
    // Two at once, then one every 4 to 6 s.
    expect(platform.sockets.length).toBeLessThanOrEqual(2 + 1 + 5);
  });

  it('and one that closes without a sleep waits the usual delay', async () => {
    await begin();
    platform.socket.onClose();
    await platform.pass(3_900);
    expect(platform.sockets.length).toBe(1);
    await platform.pass(2_200);
    expect(platform.sockets.length).toBe(2);
  });
});
