// The connection against a fake socket and clock: ping, reconnect, sending, subscriptions, session.
import { beforeEach, describe, expect, it } from 'vitest';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { LINK, MAX_FRAMES_IN_FLIGHT, type MarketWorker } from '../../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../../workers/create-market-worker.ts';
import type { FramePort } from '../../../workers/platform.ts';
import { FakeScreen, FakePlatform, settled } from '../../support/feed/fake-platform.ts';
import { CONFIG, startedMarket } from '../../support/feed/started-market.ts';
import { coin } from '../../support/feed/coin.ts';

let platform: FakePlatform;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;

async function start(infos: CoinInfo[] = [coin(2), coin(3)]): Promise<void> {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  platform.listed = infos;
  market = await startedMarket(platform, screen);
}

const args = (message: Record<string, unknown> | undefined): unknown[] => (message?.['args'] ?? []) as unknown[];
const pong = (): void => platform.socket.receive({ type: 'pong', t: platform.now, ts: platform.nowMs() });

beforeEach(() => start());

describe('ping', () => {
  beforeEach(() => {
    platform.answersPings = false;
  });

  it('is sent at once and every 5 s while pongs arrive', async () => {
    platform.socket.onOpen();
    for (let i = 1; i <= 6; i++) {
      expect(platform.socket.ofType('ping').length).toBe(i);
      await platform.pass(100);
      pong();
      await platform.pass(4900);
    }
    expect(platform.sockets.length).toBe(1);
  });

  it('two missed pongs replace the socket at 10 s without waiting for its close', async () => {
    platform.socket.onOpen();
    await platform.pass(9_990);
    expect(platform.sockets.length).toBe(1);
    await platform.pass(20);
    expect(platform.sockets.length).toBe(2);
    expect(platform.sockets[0]!.closed).toBe(true);
    platform.sockets[0]!.onText('{"type":"pong","ts":1}');
    platform.sockets[0]!.onClose();
    await platform.pass(100);
    expect(platform.sockets.length).toBe(2);
    expect(screen.connection!.state).toBe(LINK.connecting);
  });

  it('measures the round trip and the offset of the server clock', async () => {
    platform.socket.onOpen();
    const t = platform.socket.ofType('ping')[0]!['t'];
    await platform.pass(80);
    platform.socket.receive({ type: 'pong', t, ts: platform.nowMs() - 40 + 5_000 });
    await platform.pass(1_100);
    expect(screen.connection).toMatchObject({ rtt: 80, offset: 5_000 });
  });
});

describe('reconnect', () => {
  it.each([
    [0, 4_000],
    [0.5, 5_000],
    [0.9999, 6_000],
  ])('chance %d: %d ms after a close', async (chance, delay) => {
    platform.chance = chance;
    platform.socket.onOpen();
    platform.socket.onClose();
    await platform.pass(delay - 10);
    expect(platform.sockets.length).toBe(1);
    await platform.pass(20);
    expect(platform.sockets.length).toBe(2);
  });

  it.each(['online', 'visible', 'restored'] as const)('at once on %s', async (reason) => {
    platform.socket.onOpen();
    platform.socket.onClose();
    await market.wake(reason);
    expect(platform.sockets.length).toBe(2);
    await platform.pass(6_000);
    expect(platform.sockets.length).toBe(2);
  });

  it.each(['offline', 'hidden'] as const)('not on %s', async (reason) => {
    platform.socket.onOpen();
    platform.socket.onClose();
    await market.wake(reason);
    expect(platform.sockets.length).toBe(1);
  });

  it('a wake probes an open socket with a ping', async () => {
    platform.socket.onOpen();
    await platform.pass(1_000);
    await market.wake('visible');
    expect(platform.socket.ofType('ping').length).toBe(2);
    expect(platform.sockets.length).toBe(1);
  });

  it('a connection that does not open within 10 s is retried', async () => {
    await platform.pass(10_010);
    expect(platform.sockets.length).toBe(2);
  });

  it('a closed socket is reported within a second, and a quiet one reports its age each second', async () => {
    platform.socket.onOpen();
    await platform.pass(50);
    expect(screen.connection!.state).toBe(LINK.open);
    const before = screen.frames;
    await platform.pass(3_000);
    expect(screen.frames - before).toBe(3);
    platform.socket.onClose();
    await platform.pass(20);
    expect(screen.connection!.state).toBe(LINK.closed);
  });
});

describe('subscriptions', () => {
  it('match the open views, each channel once', async () => {
    platform.socket.onOpen();
    const book = { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 10 } as const;
    await market.open(1, book);
    await market.open(2, { ...book, groupTicks: 10 });
    expect(platform.socket.ofType('subscribe').map(args)).toEqual([
      [{ channel: 'books', coinInfoId: 2, depth: 50, interval: 100, area: 'spot' }],
    ]);
    await market.change(1, { ...book, groupTicks: 5 });
    await market.close(1);
    expect(platform.socket.ofType('unsubscribe')).toEqual([]);
    await market.close(2);
    expect(platform.socket.ofType('unsubscribe').map(args)).toEqual([
      [{ channel: 'books', coinInfoId: 2, depth: 50, interval: 100, area: 'spot' }],
    ]);
  });

  it('are restored on a new connection if still wanted', async () => {
    platform.socket.onOpen();
    await market.open(1, { kind: 'tickers' });
    await market.open(2, { kind: 'trades', coinInfoId: 2, rows: 10 });
    await market.close(1);
    platform.socket.onClose();
    await platform.pass(5_000);
    platform.socket.onOpen();
    await settled();
    expect(platform.socket.ofType('subscribe').map(args)).toEqual([[{ channel: 'trades', coinInfoId: 2 }]]);
  });

  it('while connecting are retried every 3 s and sent once', async () => {
    await market.open(1, { kind: 'tickers' });
    await platform.pass(2_000);
    platform.socket.onOpen();
    await platform.pass(200);
    pong();
    await platform.pass(4_000);
    expect(platform.socket.ofType('subscribe').length).toBe(1);
  });

  it('sending on a closed socket connects at once', async () => {
    platform.socket.onOpen();
    platform.socket.onClose();
    await market.open(1, { kind: 'tickers' });
    expect(platform.sockets.length).toBe(2);
    platform.socket.onOpen();
    await settled();
    expect(platform.socket.ofType('subscribe').length).toBe(1);
  });

  it("respect the server's limit of arguments", async () => {
    await start(Array.from({ length: 30 }, (_, i) => coin(i + 2)));
    platform.socket.onOpen();
    platform.socket.receive({
      type: 'hello',
      ts: 1,
      server: 'x',
      proto: 1,
      connId: 'a',
      maxArgs: 8,
      limits: { msgPerSec: 20 },
    });
    for (let id = 2; id < 32; id++) await market.open(id, { kind: 'trades', coinInfoId: id, rows: 10 });
    platform.socket.onClose();
    await platform.pass(5_000);
    platform.socket.onOpen();
    await settled();
    const counts = platform.socket.ofType('subscribe').map((message) => args(message).length);
    expect(Math.max(...counts)).toBe(8);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(30);
  });

  it('wait for the instruments, then activate earlier views', async () => {
    platform = new FakePlatform();
    screen = new FakeScreen();
    let reachable = false;
    platform.answer = () => {
      if (!reachable) throw new Error('unreachable');
      return { list: [coin(2)] };
    };
    market = createMarketWorker(platform);
    await market.start(CONFIG, screen);
    await expect(market.instruments()).rejects.toThrow('unreachable');
    await market.open(1, { kind: 'trades', coinInfoId: 2, rows: 10 });
    await market.open(2, { kind: 'trades', coinInfoId: 77, rows: 10 });
    platform.socket.onOpen();
    expect(platform.socket.ofType('subscribe').length).toBe(0);
    reachable = true;
    await platform.pass(5_100);
    expect(platform.socket.ofType('subscribe').map(args)).toEqual([[{ channel: 'trades', coinInfoId: 2 }]]);
    expect(screen.events).toMatchObject([{ kind: 'viewFailed', view: 2 }]);
  });

  it('refuses invalid views with a message', async () => {
    const candles = { kind: 'candles', coinInfoId: 2, interval: '1m' } as const;
    await expect(market.open(1, { ...candles, indicators: [{ name: 'MA', params: [0] }] })).rejects.toThrow('period');
    await expect(market.open(1, { ...candles, indicators: [{ name: 'NO', params: [] }] })).rejects.toThrow('NO');
    await expect(market.open(1, { kind: 'trades', coinInfoId: 99, rows: 5 })).rejects.toThrow('99');
    await expect(
      market.open(1, { kind: 'book', coinInfoId: 2, depth: 50, interval: 0, groupTicks: 0, rows: 5 }),
    ).rejects.toThrow('ticks');
    await expect(market.change(8, { kind: 'tickers' })).rejects.toThrow('8');
  });
});

describe('session', () => {
  const PRIVATE = ['orders', 'balances', 'positions', 'qtOrders', 'notices'].map((channel) => ({ channel }));
  const subscribed = (): void =>
    platform.socket.receive({ type: 'subscribed', reqId: 1, ok: ['orders', 'balances'], fail: [], ts: 1 });

  it('authenticates, then subscribes private channels, and requests a refetch on every connection', async () => {
    await market.open(1, { kind: 'tickers' });
    await market.setSession('token');
    platform.socket.onOpen();
    for (let connection = 1; connection <= 2; connection++) {
      await settled();
      expect(platform.socket.sent.map(({ type }) => type).filter((type) => type !== 'ping')).toEqual([
        'auth',
        'subscribe',
      ]);
      expect(args(platform.socket.ofType('subscribe')[0])).toEqual([{ channel: 'tickers' }]);
      platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
      expect(args(platform.socket.ofType('subscribe')[1])).toEqual(PRIVATE);
      subscribed();
      await platform.pass(50);
      expect(screen.events.filter(({ kind }) => kind === 'accountInvalidated').length).toBe(connection);
      platform.socket.onClose();
      await platform.pass(5_000);
      platform.socket.onOpen();
    }
  });

  it('ends with -1000, and unsubscribes private channels after logout', async () => {
    platform.socket.onOpen();
    await market.setSession('token');
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    subscribed();
    await market.setSession(null);
    expect(args(platform.socket.ofType('unsubscribe')[0])).toEqual(PRIVATE);
    await market.setSession('old');
    platform.socket.receive({ type: 'error', code: -1000, msg: '' });
    await platform.pass(50);
    expect(screen.events.at(-1)).toEqual({ kind: 'sessionEnded', token: 'old' });
    platform.socket.onClose();
    await platform.pass(5_000);
    platform.socket.onOpen();
    expect(platform.socket.ofType('auth')).toEqual([]);
  });
});

describe('slow channels', () => {
  it('of a market last as long as a view, private ones as long as a session; messages are passed on', async () => {
    platform.socket.onOpen();
    await market.open(1, { kind: 'channel', channel: 'mark', coinInfoId: 2 });
    expect(args(platform.socket.ofType('subscribe').at(-1))).toEqual([{ channel: 'mark', coinInfoId: 2 }]);
    platform.socket.receive({
      type: 'data',
      channel: 'mark',
      coinInfoId: 2,
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      pts: 1,
      data: { mark: '1.00' },
    });
    platform.socket.receive({
      type: 'data',
      channel: 'orders',
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      pts: 1,
      data: { area: 'contract', order: { id: 4 } },
    });
    await platform.pass(50);
    expect(screen.events.filter(({ kind }) => kind === 'channel')).toEqual([
      { kind: 'channel', channel: 'mark', coinInfoId: 2, snapshot: false, data: { mark: '1.00' } },
      { kind: 'channel', channel: 'contracts', coinInfoId: 0, snapshot: false, data: { id: 4 } },
    ]);
    await market.close(1);
    expect(args(platform.socket.ofType('unsubscribe').at(-1))).toEqual([{ channel: 'mark', coinInfoId: 2 }]);
  });

  it('unknown to an older exchange are not requested repeatedly', async () => {
    platform.socket.onOpen();
    await market.setSession('token');
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    platform.socket.receive({
      type: 'subscribed',
      reqId: 1,
      ok: ['orders', 'balances'],
      fail: [
        { arg: { channel: 'positions' }, code: 1404, msg: '' },
        { arg: { channel: 'qtOrders' }, code: 1404, msg: '' },
        { arg: { channel: 'notices' }, code: 1404, msg: '' },
      ],
      ts: 1,
    });
    const before = platform.socket.ofType('subscribe').length;
    await platform.pass(9_000);
    expect(platform.socket.ofType('subscribe').length).toBe(before);
  });
});

describe('frames', () => {
  it('stop at three unacknowledged ones, lose nothing and reuse returned buffers', async () => {
    platform.socket.onOpen();
    await market.open(1, { kind: 'trades', coinInfoId: 2, rows: 5 });
    await platform.pass(2_000);
    screen.hold = true;
    const before = screen.frames;
    for (let id = 1; id <= 30; id++) {
      platform.socket.receive(trade(id));
      await platform.pass(20);
    }
    expect(screen.frames - before).toBe(MAX_FRAMES_IN_FLIGHT);
    screen.hold = false;
    screen.returnFrames();
    await platform.pass(50);
    expect(screen.trades.get(1)!.map(([id]) => id)).toEqual([30, 29, 28, 27, 26]);
    expect(screen.buffers.size).toBeLessThanOrEqual(MAX_FRAMES_IN_FLIGHT + 1);
  });

  it('a burst makes one frame per tick, and none without changes', async () => {
    platform.socket.onOpen();
    await market.open(1, { kind: 'trades', coinInfoId: 2, rows: 5 });
    await platform.pass(900);
    const before = screen.frames;
    for (let id = 1; id <= 500; id++) platform.socket.receive(trade(id));
    await platform.pass(40);
    expect(screen.frames - before).toBeLessThanOrEqual(2);
    expect(screen.trades.get(1)![0]![0]).toBe(500);
    const after = screen.frames;
    for (let id = 490; id <= 500; id++) platform.socket.receive(trade(id));
    await platform.pass(40);
    expect(screen.frames).toBe(after);
  });
});

function trade(id: number): unknown {
  const data = [{ id, price: '1.00', amount: '2.000', side: 'buy', ts: 5 }];
  return {
    type: 'data',
    channel: 'trades',
    coinInfoId: 2,
    kind: 'delta',
    seq: id,
    prevSeq: id - 1,
    ts: 5,
    pts: 6,
    data,
  };
}
