// A worker with a view of each kind on a fake platform, and the exchange's messages for them.
import type { MarketWorker } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../../workers/platform.ts';
import { coin } from '../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../support/feed/fake-platform.ts';
import { startedMarket } from '../support/feed/started-market.ts';

export const MINUTE = 60_000;
export const BOOK = 1;
export const TRADES = 2;
export const CANDLES = 3;
const TICKERS = 4;
export let platform: FakePlatform;
export let screen: FakeScreen;
export let market: MarketWorker<FramePort>;

const barTime = (minute: number): number => Math.floor(platform.epoch / MINUTE) * MINUTE + minute * MINUTE;
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
/** The candles call of the exchange: from an hour before the start until now. */
export function candles(form: URLSearchParams): unknown {
  const newest = Math.floor((platform.nowMs() - barTime(0)) / MINUTE);
  const all = Array.from({ length: newest + 61 }, (_, i) => candle(i - 60));
  const from = Number(form.get('startTime') ?? 0);
  return { list: all.filter(([time]) => Number(time) >= from).slice(-Number(form.get('limit'))), hasMore: false };
}
export const trades = (from: number, to: number): unknown[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: to - i, price: '1.00', amount: '2.000', side: 'buy', ts: 5 }));

/** Starts a worker on a new fake platform; no view is open. */
export async function startMarket(): Promise<void> {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  platform.answer = (path, form) => {
    if (path === '/coin/infos') return { list: [coin(2)] };
    return path === '/coin/candles' ? candles(form) : { list: trades(1, 40).slice(0, 200) };
  };
  market = await startedMarket(platform, screen);
}

/** Opens a view of each kind. */
export async function openViews(): Promise<void> {
  await market.open(BOOK, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 10 });
  await market.open(TRADES, { kind: 'trades', coinInfoId: 2, rows: 40 });
  await market.open(CANDLES, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators: [] });
  await market.open(TICKERS, { kind: 'tickers' });
}

export const data = (rest: Record<string, unknown>): void =>
  platform.socket.receive({
    type: 'data',
    kind: 'snapshot',
    seq: 1,
    prevSeq: 0,
    ts: platform.nowMs() - 30,
    pts: platform.nowMs() - 20,
    ...rest,
  });
export const bookSnapshot = (seq = 1): void =>
  data({
    channel: 'books',
    coinInfoId: 2,
    depth: 50,
    interval: 100,
    seq,
    prevSeq: seq,
    data: { asks: [], bids: [], cs: 0 },
  });
export const candleSnapshot = (): void =>
  data({
    channel: 'candles',
    coinInfoId: 2,
    period: '1m',
    data: [candle(Math.floor((platform.nowMs() - barTime(0)) / MINUTE))],
  });
export const tradeSnapshot = (from: number, to: number): void =>
  data({ channel: 'trades', coinInfoId: 2, seq: to, prevSeq: from - 1, data: trades(from, to) });
export const tickerSnapshot = (): void => data({ channel: 'tickers', data: [{ coinInfoId: 2, last: '1.00' }] });
/** Snapshots of the four channels. */
export function snapshots(): void {
  bookSnapshot();
  candleSnapshot();
  tradeSnapshot(1, 40);
  tickerSnapshot();
}
/** States of the four views. */
export const states = (): (number | undefined)[] =>
  [BOOK, TRADES, CANDLES, TICKERS].map((view) => screen.viewStatuses.get(view));
/** The same state for the four views. */
export const ALL = (state: number): number[] => [state, state, state, state];
