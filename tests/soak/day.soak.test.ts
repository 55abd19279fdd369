// @vitest-environment happy-dom
// A day in fast-forward, worker and page in one process, with disconnects, sleep and hidden pages: memory and timers do
// not grow.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE, type Frame } from '../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../src/api/market-worker.ts';
import { openView } from '../../src/api/view-subscription.ts';
import { BookCells } from '../../src/stores/market/book-rows.ts';
import { CandleStore } from '../../src/stores/market/candle-columns.ts';
import { receiveFrame } from '../../src/stores/market/frame-receiver.ts';
import { TradeCells } from '../../src/stores/market/trade-rows.ts';
import { createMarketWorker } from '../../workers/create-market-worker.ts';
import type { FramePort } from '../../workers/platform.ts';
import { coin } from '../support/feed/coin.ts';
import { FakePlatform } from '../support/feed/fake-platform.ts';
import { CONFIG } from '../support/feed/started-market.ts';

const HOURS = Number(process.env['DAY_HOURS'] ?? 24);
const HOUR_S = 3_600;
const MINUTE = 60_000;
/** Caches are filled by then. */
const WARM_HOURS = 3;
const MIB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The exchange: a book of one changing level, a trade and a ticker per second, a candle per minute. */
class Exchange {
  seq = 1;
  readonly #platform: FakePlatform;

  constructor(platform: FakePlatform) {
    this.#platform = platform;
    platform.answer = (path, form) => {
      if (path === '/coin/infos') return { list: [coin(2)] };
      return path === '/coin/candles' ? { list: this.#candles(form), hasMore: false } : { list: this.#trades(200) };
    };
  }

  snapshots(): void {
    this.#send({
      channel: 'books',
      depth: 50,
      interval: 100,
      kind: 'snapshot',
      seq: this.seq,
      prevSeq: this.seq,
      data: { asks: [], bids: [], cs: 0 },
    });
    this.#send({ channel: 'trades', kind: 'snapshot', seq: this.seq, prevSeq: this.seq - 50, data: this.#trades(50) });
    this.#send({ channel: 'candles', period: '1m', kind: 'snapshot', data: [this.#candle(this.#minute)] });
    this.#send({
      channel: 'tickers',
      coinInfoId: undefined,
      kind: 'snapshot',
      data: [{ coinInfoId: 2, last: '1.00', ts: this.#platform.nowMs() }],
    });
  }

  second(): void {
    const { seq } = this;
    this.seq += 1;
    this.#send({
      channel: 'books',
      depth: 50,
      interval: 100,
      kind: 'delta',
      seq: seq + 1,
      prevSeq: seq,
      data: { a: [], b: [], cs: 0 },
    });
    this.#send({ channel: 'trades', kind: 'delta', seq: seq + 1, prevSeq: seq, data: this.#trades(1) });
    this.#send({ channel: 'candles', period: '1m', kind: 'delta', data: [this.#candle(this.#minute)] });
    this.#send({
      channel: 'tickers',
      coinInfoId: undefined,
      kind: 'delta',
      data: [{ coinInfoId: 2, last: (1 + (seq % 90) / 100).toFixed(2), ts: this.#platform.nowMs() }],
    });
  }

  get #minute(): number {
    return Math.floor(this.#platform.nowMs() / MINUTE);
  }

  #candle(minute: number): unknown[] {
    return [minute * 60, '1', '2', '0.5', '1.5', '7', '0', 0];
  }

  #candles(form: URLSearchParams): unknown[] {
    const from = Math.max(this.#minute - 1_000, Math.ceil(Number(form.get('startTime') ?? 0) / 60));
    return Array.from({ length: this.#minute - from + 1 }, (_, i) => this.#candle(from + i)).slice(
      -Number(form.get('limit')),
    );
  }

  #trades(count: number): unknown[] {
    return Array.from({ length: Math.min(count, this.seq) }, (_, i) => ({
      id: this.seq - i,
      price: '1.00',
      amount: '2.000',
      side: 'buy',
      ts: 5,
    }));
  }

  #send(message: Record<string, unknown>): void {
    const ms = this.#platform.nowMs();
    this.#platform.socket.receive({ type: 'data', coinInfoId: 2, seq: 1, prevSeq: 0, ts: ms, pts: ms, ...message });
  }
}

it(`${HOURS} hours do not leak memory or timers`, { timeout: 1_800_000 }, async () => {
  const platform = new FakePlatform();
  const exchange = new Exchange(platform);
  const worker = createMarketWorker(platform);
  let frames = 0;
  const port: FramePort = {
    onReturn: () => undefined,
    post: (frame: Frame) => {
      frames += 1;
      receiveFrame(frame);
      queueMicrotask(() => port.onReturn({ no: frame.no, columns: frame.columns }));
    },
  };
  await worker.start(CONFIG, port);
  connectMarketWorker(
    {
      ...worker,
      start: async () => undefined,
      recording: async () => new Uint8Array(0),
      hostChart: async () => undefined,
    },
    CONFIG,
    receiveFrame,
  );
  await worker.instruments();
  const market = instrumentOf(coin(2));
  const page = (): { close: () => void; verified: () => boolean; candles: () => number } => {
    const book = new BookCells(market, 10);
    const tape = new TradeCells(market, 20);
    const candles = new CandleStore(
      () => undefined,
      () => undefined,
    );
    const views = [
      openView({ kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 10 }, book),
      openView({ kind: 'trades', coinInfoId: 2, rows: 20 }, tape),
      openView({ kind: 'candles', coinInfoId: 2, interval: '1m', indicators: [{ name: 'MA', params: [5] }] }, candles),
      openView({ kind: 'tickers' }),
    ];
    return {
      close: () => views.forEach((view) => view.close()),
      verified: () => book.state.peek() === BOOK_STATE.live && tape.rows[0]!.price.peek() !== '',
      candles: () => candles.columns.length,
    };
  };
  const rejoin = async (): Promise<void> => {
    await platform.pass(10);
    exchange.snapshots();
  };
  platform.socket.onOpen();
  let shown = page();
  await rejoin();
  const heap: number[] = [];
  const timers: number[] = [];
  for (let second = 1; second <= HOURS * HOUR_S; second += 1) {
    const at = second % HOUR_S;
    if (at === 600) await worker.wake('hidden');
    if (at === 900) await worker.wake('visible').then(rejoin);
    if (at === 1_200) platform.socket.onClose();
    if (at === 1_500 || at === 1_800) platform.answersPings = false;
    if (at === 1_800) platform.sleep(10 * MINUTE);
    if (at === 1_210 || at === 1_510 || at === 1_810) {
      platform.answersPings = true;
      platform.socket.onOpen();
      await rejoin();
    }
    if (at % 300 === 0 && at >= 2_100) {
      shown.close();
      shown = page();
      await rejoin();
    }
    const silent =
      (at >= 600 && at < 900) ||
      (at >= 1_200 && at < 1_210) ||
      (at >= 1_500 && at < 1_510) ||
      (at >= 1_800 && at < 1_810);
    if (!silent) exchange.second();
    await platform.pass(1_000);
    if (at !== 0) continue;
    expect(shown.verified(), `hour ${second / HOUR_S}`).toBe(true);
    expect(platform.sockets.filter(({ closed }) => !closed).length).toBe(1);
    platform.sockets.splice(0, platform.sockets.length - 1);
    platform.offered.length = platform.socket.sent.length = platform.calls.length = 0;
    collect();
    heap.push(process.memoryUsage().heapUsed / MIB);
    timers.push(platform.pending);
  }
  console.log(
    `${frames} frames; heap by hour, MiB: ${heap.map((mib) => mib.toFixed(1)).join(' ')}; timers: ${timers.join(' ')}`,
  );
  const warm = heap.slice(WARM_HOURS);
  // Tolerance of 1 MiB for a day of candles.
  expect(Math.max(...warm.slice(-3)) - Math.min(...warm.slice(0, 3))).toBeLessThan(1);
  expect(Math.max(...timers)).toBeLessThanOrEqual(5);
  expect(shown.candles()).toBeGreaterThan(300);
});
