// What the open views draw from: books, trade tapes, tickers and candles, shared by views, fed by events, subscribed while used.
import { type Instrument, areaOf } from '../contract/instrument.ts';
import { BOOK_STATE, type View } from '../contract/thread.ts';
import { LIVE_INTERVAL } from '../contract/time.ts';
import { type ClientMessage, type SubscribeArg, channelKey } from '../contract/wire.ts';
import { BookSync } from './book/sync.ts';
import type { Calls } from './calls.ts';
import { CandleFeed } from './candles/feed.ts';
import type { SecondsFeed } from './candles/seconds.ts';
import type { CandleSource } from './candles/source.ts';
import type { BookEvent, CandlesEvent, TickersEvent, TradesEvent } from './decode/event.ts';
import type { Connection } from './socket/connection.ts';
import type { Subscriptions } from './socket/subscriptions.ts';
import { TickerBoard } from './views/ticker-board.ts';
import { TradeTape } from './views/trade-tape.ts';

type BookWish = Extract<View, { kind: 'book' }>;
type CandlesWish = Extract<View, { kind: 'candles' }>;

/** The channel a candles view lives on: seconds are made from the trades. */
export function candlesArg({ coinInfoId, interval }: CandlesWish): SubscribeArg {
  return interval === LIVE_INTERVAL ? { channel: 'trades', coinInfoId } : { channel: 'candles', coinInfoId, period: interval };
}

/** A source and the channel that feeds it. */
interface Source<S> {
  arg: SubscribeArg;
  source: S;
  users: number;
}

/** A book that some view shows, and what keeps it. */
export interface OpenBook {
  coinInfoId: number;
  depth: number;
  sync: BookSync;
}

export interface SourcesDeps {
  calls: Calls;
  connection: Connection;
  subscriptions: Subscriptions;
  stampMs(): number;
  /** Something arrived by another way than the socket. */
  stir(): void;
}

export class Sources {
  readonly tickers = new TickerBoard();
  private readonly deps: SourcesDeps;
  readonly books = new Map<string, Source<BookSync>>();
  readonly tapes = new Map<number, Source<TradeTape>>();
  readonly candles = new Map<string, Source<CandleFeed>>();
  private readonly seconds = new Map<number, Source<SecondsFeed>>();
  private makeSeconds: typeof SecondsFeed | null = null;
  /** Tapes whose trades are being fetched. */
  private readonly fetching = new Set<TradeTape>();
  /** Book of each market's last event: names of channels are not put together for every message. */
  private readonly lastBooks = new Map<number, { depth: number; interval: number; sync: BookSync }>();
  /** Invalidations of books that are closed by now. */
  private pastGaps = 0;

  constructor(deps: SourcesDeps) {
    this.deps = deps;
  }

  /** Books that were invalidated so far. */
  get resyncs(): number {
    let sum = this.pastGaps;
    for (const { source } of this.books.values()) sum += source.gaps;
    return sum;
  }

  useTickers(): () => void {
    return this.subscribe({ channel: 'tickers' });
  }

  /** A slow channel, which is passed on without a source. */
  useChannel({ channel, coinInfoId }: Extract<View, { kind: 'channel' }>): () => void {
    return this.subscribe({ channel, coinInfoId });
  }

  useBook({ coinInfoId, depth, interval }: BookWish, market: Instrument): { source: BookSync; leave: () => void } {
    const arg: SubscribeArg = { channel: 'books', coinInfoId, depth, interval, area: areaOf(market.info) };
    const key = channelKey(arg);
    return this.use(this.books, key, arg, () => {
      const request = JSON.stringify({ type: 'resync', channel: 'books', coinInfoId, depth, interval } satisfies ClientMessage);
      const sync = new BookSync(depth, () => this.deps.connection.send(() => (this.books.get(key)?.source === sync ? request : null)), () => this.deps.connection.slowMs);
      if (this.deps.subscriptions.isOpen) sync.subscribed(this.deps.stampMs());
      return sync;
    });
  }

  useTrades(coinInfoId: number, market: Instrument): { source: TradeTape; leave: () => void } {
    const used = this.use(this.tapes, coinInfoId, { channel: 'trades', coinInfoId }, () => new TradeTape());
    if (used.source.count === 0) void this.fetchTrades(used.source, market);
    return used;
  }

  /** Whether all is here that a view draws from. */
  has(view: View): boolean {
    return view.kind !== 'candles' || view.interval !== LIVE_INTERVAL || this.makeSeconds !== null;
  }

  /** Loads what `has` misses. Rejects when that cannot be had. */
  async load(): Promise<void> {
    this.makeSeconds = (await import('./candles/seconds.ts')).SecondsFeed;
  }

  /** Of a view that `has` said yes to. */
  useCandles(view: CandlesWish, market: Instrument): { source: CandleSource; leave: () => void } {
    const { coinInfoId, interval } = view;
    const arg = candlesArg(view);
    const { calls, stir } = this.deps;
    if (interval === LIVE_INTERVAL) {
      const { makeSeconds: Feed } = this;
      if (!Feed) throw new Error('candles of a second are made by a part that was not loaded');
      return this.use(this.seconds, coinInfoId, arg, () => new Feed(market, () => calls.trades(market), stir));
    }
    return this.use(this.candles, channelKey(arg), arg, () => new CandleFeed(interval, (query) => (
      calls.candles(market, interval, query).finally(() => queueMicrotask(stir))
    )));
  }

  takeBook(event: BookEvent): void {
    const { coinInfoId, depth, interval } = event;
    let last = this.lastBooks.get(coinInfoId);
    if (!last || last.depth !== depth || last.interval !== interval) {
      const sync = this.books.get(channelKey({ channel: 'books', coinInfoId, depth, interval }))?.source;
      if (!sync) return;
      last = { depth, interval, sync };
      this.lastBooks.set(coinInfoId, last);
    }
    last.sync.take(event, this.deps.stampMs());
  }

  takeTickers({ rows, snapshot }: TickersEvent): void {
    if (snapshot) this.deps.subscriptions.arrived('tickers');
    this.tickers.take(rows);
  }

  takeTrades(event: TradesEvent, market: Instrument | undefined): void {
    if (event.snapshot) this.deps.subscriptions.arrived(channelKey({ channel: 'trades', coinInfoId: event.coinInfoId }));
    const tape = this.tapes.get(event.coinInfoId)?.source;
    if (tape?.take(event.rows, event.snapshot) && market) void this.fetchTrades(tape, market);
    this.seconds.get(event.coinInfoId)?.source.take(event.rows, event.snapshot);
  }

  takeCandles({ coinInfoId, period, rows, snapshot }: CandlesEvent): void {
    const key = channelKey({ channel: 'candles', coinInfoId, period });
    if (snapshot) this.deps.subscriptions.arrived(key);
    this.candles.get(key)?.source.take(rows, this.deps.stampMs());
  }

  /** One of BOOK_STATE for what a channel feeds: verified when its own snapshot came on this connection, and it is `whole`. */
  paneOf(key: string, whole = true): number {
    return whole && this.deps.subscriptions.isSettled(key) ? BOOK_STATE.live : BOOK_STATE.repairing;
  }

  /** Whether trades that were missed are on their way to a tape. */
  isFetching(tape: TradeTape): boolean {
    return this.fetching.has(tape);
  }

  /** Books and tapes that are open, by market. */
  openBooks(): OpenBook[] {
    return [...this.books.values()].flatMap(({ arg, source }) => (arg.channel === 'books' ? [{ coinInfoId: arg.coinInfoId, depth: arg.depth, sync: source }] : []));
  }
  openTapes(): [number, TradeTape][] {
    return [...this.tapes].map(([id, { source }]) => [id, source]);
  }

  /** The socket is gone. */
  lost(): void {
    for (const { source } of this.books.values()) source.lost();
  }

  /** Everything was subscribed again on a new connection. */
  restored(): void {
    const stampMs = this.deps.stampMs();
    for (const { source } of this.books.values()) source.subscribed(stampMs);
    for (const source of this.candleSources()) source.resubscribed(stampMs);
  }

  /** To be called once a second while the socket is open. */
  check(): void {
    const stampMs = this.deps.stampMs();
    for (const { source } of this.books.values()) source.check(stampMs);
    for (const source of this.candleSources()) source.check(stampMs);
  }

  private candleSources(): CandleSource[] {
    return [...this.candles.values(), ...this.seconds.values()].map(({ source }) => source);
  }

  private use<K, S>(shelf: Map<K, Source<S>>, key: K, arg: SubscribeArg, make: () => S): { source: S; leave: () => void } {
    let entry = shelf.get(key);
    if (!entry) {
      entry = { arg, source: make(), users: 0 };
      shelf.set(key, entry);
    }
    entry.users++;
    const unsubscribe = this.subscribe(arg);
    const { source } = entry;
    const leave = (): void => {
      unsubscribe();
      if (--entry.users > 0) return;
      shelf.delete(key);
      if (source instanceof BookSync) this.forgetBook(source);
    };
    return { source, leave };
  }

  private forgetBook(sync: BookSync): void {
    this.pastGaps += sync.gaps;
    for (const [id, last] of this.lastBooks) if (last.sync === sync) this.lastBooks.delete(id);
  }

  private subscribe(arg: SubscribeArg): () => void {
    this.deps.subscriptions.add(arg);
    return () => this.deps.subscriptions.remove(arg);
  }

  /** A tape that was let go meanwhile takes the answer with it: rows of another grid never reach the next one. */
  private async fetchTrades(tape: TradeTape, market: Instrument): Promise<void> {
    if (this.fetching.has(tape)) return;
    this.fetching.add(tape);
    try {
      tape.merge(await this.deps.calls.trades(market));
      this.deps.stir();
    } catch {
      // The tape stays as it is: the next gap asks again, and the socket's own trades still come.
    } finally {
      this.fetching.delete(tape);
    }
  }
}
