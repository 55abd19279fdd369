// Instruments are confirmed on every connection; refusals and unanswered requests of the feed.
import { beforeEach, describe, expect, it } from 'vitest';
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import {
  BOOK_STATE,
  LEVEL_FIELD,
  type MarketWorker,
  TICKER_FIELD,
  TRADE_FIELD,
} from '../../core/worker-protocol/worker-protocol.ts';
import { levelHash } from '../../core/feed/checksum.ts';
import type { FramePort } from '../../workers/platform.ts';
import { coin } from '../support/feed/coin.ts';
import { FakeScreen, FakePlatform, settled } from '../support/feed/fake-platform.ts';
import { startedMarket } from '../support/feed/started-market.ts';

let platform: FakePlatform;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;
let list: CoinInfo[];
let version: string;
let reachable: boolean;

const BOOK = { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 } as const;
const subscribes = (): unknown[] =>
  platform.socket.ofType('subscribe').flatMap((message) => message['args'] as unknown[]);
const infoCalls = (): (string | null)[] =>
  platform.calls.filter(({ path }) => path === '/coin/infos').map(({ form }) => form.get('version'));

/** A snapshot of one ask at `price`, in steps of `tick` hundredths. */
function snapshot(price: string, ticks: number): unknown {
  const cs = levelHash(2, ticks, 1000) >>> 0;
  return {
    type: 'data',
    channel: 'books',
    coinInfoId: 2,
    depth: 50,
    interval: 100,
    kind: 'snapshot',
    seq: 5,
    prevSeq: 5,
    ts: 1,
    pts: 1,
    data: { asks: [[price, '1.000']], bids: [], cs },
  };
}

const trades = (kind: string, id: number): unknown => ({
  type: 'data',
  channel: 'trades',
  coinInfoId: 2,
  kind,
  seq: id,
  prevSeq: id - 1,
  ts: 1,
  pts: 1,
  data: [{ id, price: '10.00', amount: '1', side: 'buy', ts: 1 }],
});
const tickers = {
  type: 'data',
  channel: 'tickers',
  kind: 'snapshot',
  seq: 1,
  prevSeq: 1,
  ts: 1,
  pts: 1,
  data: [{ coinInfoId: 2, last: '10.00', ts: 1 }],
};

/** Delays every answer about instruments until it is released; polls of a long outage are answered at once. */
function heldAnswers(): (() => void)[] {
  const waiting: (() => void)[] = [];
  const { answer } = platform;
  platform.answer = async (path, form) => {
    const data = answer(path, form);
    if (path !== '/coin/infos') return data;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    return data;
  };
  return waiting;
}

async function reconnect(): Promise<void> {
  platform.socket.onClose();
  await platform.pass(5_000);
  platform.socket.onOpen();
  await settled();
}

beforeEach(async () => {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  list = [coin(2), coin(3)];
  version = 'v1';
  reachable = true;
  platform.answer = (path, form) => {
    if (path !== '/coin/infos') return { list: [] };
    if (!reachable) throw new Error('unreachable');
    return form.get('version') === version ? { same: 1, version } : { list, version };
  };
  market = await startedMarket(platform, screen);
  await market.open(1, BOOK);
  platform.socket.onOpen();
  platform.socket.receive(snapshot('10.00', 1000));
  await platform.pass(50);
});

describe('instruments', () => {
  it('are confirmed by version before a new connection subscribes; an unchanged list is not sent again', async () => {
    expect(infoCalls()).toEqual([null]);
    expect(screen.books.get(1)!.state).toBe(BOOK_STATE.live);
    await reconnect();
    expect(infoCalls()).toEqual([null, 'v1']);
    expect(subscribes().length).toBe(1);
    platform.socket.receive(snapshot('11.00', 1100));
    await platform.pass(50);
    expect(screen.books.get(1)!.asks[0]![LEVEL_FIELD.price]).toBe(1100);
    expect(screen.events).toEqual([]);
  });

  it('without confirmation nothing is subscribed or applied, the last data stays, and it is retried', async () => {
    reachable = false;
    await reconnect();
    platform.socket.receive(snapshot('99.00', 9900));
    await platform.pass(50);
    expect(subscribes()).toEqual([]);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.repairing });
    expect(screen.books.get(1)!.asks[0]![LEVEL_FIELD.price]).toBe(1000);
    reachable = true;
    platform.socket.receive({ type: 'pong', ts: 1 });
    await platform.pass(5_000);
    expect(subscribes().length).toBe(1);
  });

  it('an answer for an older socket confirms nothing', async () => {
    const waiting = heldAnswers();
    await reconnect();
    await reconnect();
    waiting[0]!();
    await settled();
    expect(subscribes()).toEqual([]);
    waiting[1]!();
    await settled();
    expect(subscribes().length).toBe(1);
  });

  it('a changed grid drops the old state, and the page gets the list with the first new prices', async () => {
    await market.open(2, { kind: 'trades', coinInfoId: 2, rows: 5 });
    await market.open(3, { kind: 'tickers' });
    platform.socket.receive(trades('snapshot', 7));
    platform.socket.receive(tickers);
    await platform.pass(50);
    expect(screen.tickers.get(2)![TICKER_FIELD.last]).toBe(1000);
    list = [{ ...coin(2), priceTick: '0.1', pricePrecision: 1 }, coin(3)];
    version = 'v2';
    await reconnect();
    await platform.pass(50);
    expect(screen.events).toEqual([{ kind: 'instruments', infos: list }]);
    expect(await market.instruments()).toEqual(list);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.loading, asks: [], bids: [] });
    expect(screen.trades.get(2)).toEqual([]);
    expect(screen.tickers.get(2)![TICKER_FIELD.last]).toBeNaN();
    expect(subscribes().length).toBe(3);
    platform.socket.receive(snapshot('11.0', 110));
    platform.socket.receive(trades('snapshot', 8));
    await platform.pass(50);
    expect(screen.books.get(1)!).toMatchObject({ state: BOOK_STATE.live });
    expect(screen.books.get(1)!.asks[0]![LEVEL_FIELD.price]).toBe(110);
    expect(screen.trades.get(2)![0]![TRADE_FIELD.price]).toBe(100);
  });

  it('trades fetched on the old grid never reach the new list', async () => {
    let late = (): void => undefined;
    const { answer } = platform;
    platform.answer = async (path, form) => {
      if (path !== '/coin/trades') return answer(path, form);
      await new Promise<void>((resolve) => {
        late = resolve;
      });
      return { list: [{ id: 3, price: '10.00', amount: '1', side: 'buy', ts: 1 }] };
    };
    await market.open(2, { kind: 'trades', coinInfoId: 2, rows: 5 });
    await settled();
    const first = late;
    platform.answer = answer;
    list = [{ ...coin(2), priceTick: '0.1' }];
    version = 'v2';
    await reconnect();
    first();
    await platform.pass(50);
    expect(screen.trades.get(2)).toEqual([]);
  });

  it('are refetched when the exchange announces a change; markets with the same grid stay', async () => {
    await market.open(3, { kind: 'tickers' });
    platform.socket.receive(tickers);
    list = [{ ...coin(2), status: 0, delistTime: 7 }, coin(3)];
    version = 'v2';
    for (const event of ['maintenance', 'reset']) platform.socket.receive({ type: 'notice', event, at: 1 });
    await platform.pass(2_000);
    expect(infoCalls()).toEqual([null, 'v1']);
    expect(screen.events.filter(({ kind }) => kind === 'instruments')).toEqual([{ kind: 'instruments', infos: list }]);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live });
    expect(screen.tickers.get(2)![TICKER_FIELD.last]).toBe(1000);
    expect(subscribes().length).toBe(2);
    platform.socket.receive({ type: 'notice', event: 'reset', at: 2 });
    await platform.pass(2_000);
    expect(infoCalls()).toEqual([null, 'v1', 'v2']);
  });

  it('an answer from before the announced change is not final', async () => {
    const waiting = heldAnswers();
    await reconnect();
    list = [{ ...coin(2), status: 0 }, coin(3)];
    version = 'v2';
    platform.socket.receive({ type: 'notice', event: 'reset', at: 1 });
    await platform.pass(2_000);
    waiting[0]!();
    await settled();
    waiting[1]!();
    await settled();
    expect(await market.instruments()).toEqual(list);
  });

  it('a removed market fails its views with a message, others stay', async () => {
    await market.open(2, { ...BOOK, coinInfoId: 3 });
    list = [coin(3)];
    version = 'v2';
    await reconnect();
    await platform.pass(50);
    expect(screen.events).toEqual([
      { kind: 'instruments', infos: list },
      { kind: 'viewFailed', view: 1, reason: expect.stringContaining('2') },
    ]);
    expect(subscribes()).toEqual([{ channel: 'books', coinInfoId: 3, depth: 50, interval: 100, area: 'spot' }]);
  });
});

describe('refusals', () => {
  it("reach every view of the channel with the exchange's message", async () => {
    await market.open(2, { ...BOOK, groupTicks: 5 });
    await market.open(3, { kind: 'trades', coinInfoId: 3, rows: 5 });
    const [arg] = subscribes();
    platform.socket.receive({
      type: 'subscribed',
      reqId: 1,
      ok: [],
      fail: [
        { arg, code: -404, msg: 'Not found' },
        { arg: 'x', code: 1, msg: '' },
      ],
      ts: 1,
    });
    await platform.pass(50);
    expect(screen.events).toEqual([1, 2].map((view) => ({ kind: 'viewFailed', view, reason: 'Not found' })));
  });

  it('-1000 on a private channel ends the session', async () => {
    await market.setSession('token');
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    platform.socket.receive({
      type: 'subscribed',
      reqId: 2,
      ok: [],
      fail: [
        { arg: { channel: 'orders' }, code: -1000, msg: 'x' },
        { arg: { channel: 'balances' }, code: -1000, msg: 'x' },
      ],
      ts: 1,
    });
    await platform.pass(50);
    expect(screen.events).toEqual([{ kind: 'sessionEnded', token: 'token' }]);
  });
});

describe('requests without an answer are repeated after 5 s', () => {
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      platform.socket.receive({ type: 'pong', ts: 1 });
      await platform.pass(1_000);
    }
  };

  it('a subscribe, until its answer and first snapshot arrived', async () => {
    await market.open(2, { kind: 'trades', coinInfoId: 2, rows: 5 });
    const asked = (): number => subscribes().filter((arg) => (arg as { channel: string }).channel === 'trades').length;
    await pass(4_000);
    expect(asked()).toBe(1);
    await pass(2_000);
    expect(asked()).toBe(2);
    platform.socket.receive({ type: 'subscribed', reqId: 3, ok: ['trades:2', 'books:2:50:100'], fail: [], ts: 1 });
    await pass(6_000);
    expect(asked()).toBe(3);
    platform.socket.receive(trades('snapshot', 1));
    await pass(20_000);
    expect(asked()).toBe(3);
  });

  it('a resync, an unsubscribe and an auth', async () => {
    await market.setSession('token');
    await market.open(2, { ...BOOK, depth: 20 });
    await market.close(1);
    await pass(6_000);
    expect(platform.socket.ofType('auth').length).toBe(2);
    expect(platform.socket.ofType('unsubscribe').length).toBe(2);
    expect(platform.socket.ofType('resync')).toEqual([
      { type: 'resync', channel: 'books', coinInfoId: 2, depth: 20, interval: 100 },
    ]);
    platform.socket.receive({
      type: 'unsubscribed',
      reqId: platform.socket.ofType('unsubscribe')[1]!['reqId'],
      ok: [],
    });
    platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
    await pass(10_000);
    expect(platform.socket.ofType('auth').length).toBe(2);
    expect(platform.socket.ofType('unsubscribe').length).toBe(2);
  });
});
