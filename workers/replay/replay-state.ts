// State that a replay hashes: every recorded channel, indicators on its candles, trade totals.
import { type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import type { Indicators } from '../indicators/kit/indicator.ts';
import { type IndicatorSpec, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import type { BookSync } from '../book/book-sync.ts';
import type { CandleSource } from '../candles/candle-source.ts';
import type { MarketEvent } from '../decode/decoded-event.ts';
import type { ObserverContext, FrameObserver } from '../recorder/frame-observer.ts';
import { CandleChanges } from '../views/candle-changes.ts';
import { IndicatorLoader } from '../views/indicator-loader.ts';
import type { RecentTrades } from '../trades/recent-trades.ts';
import type { Recording } from './recording.ts';
import { StateHash } from './state-hash.ts';

/** Indicators that every replay calculates, so that its hash covers them. */
const INDICATORS: IndicatorSpec[] = [
  { name: 'MA', params: [5, 10, 30] },
  { name: 'BOLL', params: [20, 2] },
  { name: 'MACD', params: [12, 26, 9] },
];
/** Most trades of a market that are hashed. */
const HASHED_TRADES = 50;

/** Sums over the trades of one market, in whole lots. */
export interface TradeTotals {
  count: number;
  lots: number;
  firstId: number;
  lastId: number;
}

export class ReplayState implements FrameObserver {
  readonly books = new Map<string, { coinInfoId: number; source: BookSync }>();
  readonly candles = new Map<string, { coinInfoId: number; source: CandleSource; changes: CandleChanges }>();
  readonly totals = new Map<number, TradeTotals>();
  readonly #trades = new Map<string, RecentTrades>();
  readonly #context: ObserverContext;
  readonly #rows = new Float64Array(HASHED_TRADES * TRADE_FIELD.size);

  constructor(context: ObserverContext) {
    this.#context = context;
  }

  /** Opens every channel of the recording. Call once, after the instruments are known. */
  async open({ infos, channels }: Recording, indicators: Indicators): Promise<void> {
    const markets = new Map(
      infos.filter(({ pair }) => pair !== '').map((info): [number, Instrument] => [info.id, instrumentOf(info)]),
    );
    const indicatorLoader = new IndicatorLoader(
      () => Promise.resolve(indicators),
      () => {},
    );
    const { store } = this.#context;
    for (const { arg } of channels) {
      const key = channelKey(arg);
      if (arg.channel === 'tickers') store.acquireTickers();
      const market = 'coinInfoId' in arg ? markets.get(arg.coinInfoId) : undefined;
      if (!market) continue;
      const coinInfoId = market.info.id;
      if (arg.channel === 'books')
        this.books.set(key, {
          coinInfoId,
          source: store.books.acquire({ coinInfoId, depth: arg.depth, interval: arg.interval }, market).source,
        });
      else if (arg.channel === 'trades') this.#trades.set(key, store.trades.acquire(coinInfoId, market).source);
      else if (arg.channel === 'candles') {
        const { source } = store.candles.acquire({ coinInfoId, interval: arg.period }, market);
        const changes = new CandleChanges(INDICATORS, { feed: source }, indicatorLoader, () => {});
        source.listeners.add(changes);
        this.candles.set(key, { coinInfoId, source, changes });
        await source.load(0);
      }
    }
  }

  onFrame(_text: string | null, event: MarketEvent): void {
    if (event.kind !== 'trades') return;
    const {
      rows: { data, count, width },
      coinInfoId,
    } = event;
    let totals = this.totals.get(coinInfoId);
    if (!totals) this.totals.set(coinInfoId, (totals = { count: 0, lots: 0, firstId: NaN, lastId: -Infinity }));
    const known = totals.lastId;
    for (let at = 0; at < count * width; at += width) {
      const id = data[at + TRADE_FIELD.id]!;
      if (id <= known) continue;
      totals.count++;
      totals.lots += data[at + TRADE_FIELD.lots]!;
      totals.firstId = Number.isNaN(totals.firstId) ? id : Math.min(totals.firstId, id);
      totals.lastId = Math.max(totals.lastId, id);
    }
  }

  onBinary(): void {}

  onConnection(): void {}

  save(): Promise<Uint8Array<ArrayBuffer>> {
    throw new Error('a replay is not recorded');
  }

  /** Adds the current state to `hash`. */
  addTo(hash: StateHash): void {
    for (const {
      source: { book, state },
    } of this.books.values())
      for (const value of [state, book.seq, book.checksum, book.bids.length, book.asks.length]) hash.add(value);
    for (const trades of this.#trades.values()) {
      const count = Math.min(HASHED_TRADES, trades.count);
      trades.copyTo(count, this.#rows, 0);
      hash.add(trades.count);
      hash.addAll(this.#rows, 0, count * TRADE_FIELD.size);
    }
    for (const { count, lots, lastId } of this.totals.values())
      for (const value of [count, lots, lastId]) hash.add(value);
    const { rows } = this.#context.store.tickers;
    hash.addAll(rows.data, 0, rows.count * rows.width);
    for (const { changes } of this.candles.values()) addCandles(hash, changes);
  }
}

function addCandles(hash: StateHash, changes: CandleChanges): void {
  const { series } = changes.feed;
  const { length } = series;
  hash.add(length);
  for (const column of [series.time, series.open, series.high, series.low, series.close, series.volume])
    hash.addAll(column, 0, length);
  if (changes.prepare()) changes.markShown();
  for (const { columns } of changes.indicators)
    for (const column of columns) if (length > 0) hash.add(column[length - 1]!);
}
