// What the open views draw from: books, trade tapes, tickers and candles, shared by views, fed by events, subscribed
// while used.
import { type Instrument, areaOf } from '../core/instruments/instrument.ts';
import { BOOK_STATE, type ThreadEvent, type View } from '../core/worker-protocol/worker-protocol.ts';
import { LIVE_INTERVAL } from '../core/units/time.ts';
import { type ClientMessage, type SubscribeArg, channelKey } from '../core/feed/feed-protocol.ts';
import { BookSync } from './book/book-sync.ts';
import type { Calls } from './rest/rest-client.ts';
import { CandleFeed } from './candles/candle-feed.ts';
import type { SecondsFeed } from './candles/second-candles.ts';
import type { CandleSource } from './candles/candle-source.ts';
import type { BookEvent, CandlesEvent, ChannelEvent, TickersEvent, TradesEvent } from './decode/decoded-event.ts';
import type { Channel } from './connection/channel.ts';
import type { Connection } from './connection/connection.ts';
import type { Subscriptions } from './connection/subscriptions.ts';
import { TickerBoard } from './tickers/ticker-board.ts';
import { TradeTape } from './trades/trade-tape.ts';

type BookWish = Extract<View, { kind: 'book' }>;
type CandlesWish = Extract<View, { kind: 'candles' }>;

/** The channel a candles view lives on: seconds are made from the trades. */
export function candlesArg({ coinInfoId, interval }: CandlesWish): SubscribeArg {
  return interval === LIVE_INTERVAL
    ? { channel: 'trades', coinInfoId }
    : { channel: 'candles', coinInfoId, period: interval };
}

/** A source and the channel that feeds it. */
interface Source<S> {
  arg: SubscribeArg;
  channel: Channel;
  source: S;
  users: number;
}

/** What a view draws from, the channel that feeds it, and the way to let go of both. */
export interface Used<S> {
  source: S;
  channel: Channel;
  leave: () => void;
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
  private readonly lastBooks = new Map<number, { depth: number; interval: number; sync: BookSync; channel: Channel }>();
  /** Invalidations of books that are closed by now, and of what is no book. */
  private pastGaps = 0;

  constructor(deps: SourcesDeps) {
    this.deps = deps;
  }

  /** Books and channels that were invalidated so far. */
  get resyncs(): number {
    let sum = this.pastGaps;
    for (const { source } of this.books.values()) sum += source.gaps;
    return sum;
  }

  useTickers(): Used<TickerBoard> {
    return { source: this.tickers, ...this.subscribe({ channel: 'tickers' }) };
  }

  /** A slow channel, which is passed on without a source. */
  useChannel({ channel, coinInfoId }: Extract<View, { kind: 'channel' }>): Used<null> {
    return { source: null, ...this.subscribe({ channel, coinInfoId }) };
  }

  useBook({ coinInfoId, depth, interval }: BookWish, market: Instrument): Used<BookSync> {
    const arg: SubscribeArg = { channel: 'books', coinInfoId, depth, interval, area: areaOf(market.info) };
    const key = channelKey(arg);
    return this.use(this.books, key, arg, () => {
      const request = JSON.stringify({
        type: 'resync',
        channel: 'books',
        coinInfoId,
        depth,
        interval,
      } satisfies ClientMessage);
      const sync = new BookSync(
        depth,
        () => this.deps.connection.send(() => (this.books.get(key)?.source === sync ? request : null)),
        () => this.deps.connection.slowMs,
      );
      if (this.deps.subscriptions.isOpen) sync.subscribed(this.deps.stampMs());
      return sync;
    });
  }

  useTrades(coinInfoId: number, market: Instrument): Used<TradeTape> {
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
    this.makeSeconds = (await import('./candles/second-candles.ts')).SecondsFeed;
  }

  /** Of a view that `has` said yes to. */
  useCandles(view: CandlesWish, market: Instrument): Used<CandleSource> {
    const { coinInfoId, interval } = view;
    const arg = candlesArg(view);
    const { calls, stir } = this.deps;
    if (interval === LIVE_INTERVAL) {
      const { makeSeconds: Feed } = this;
      if (!Feed) throw new Error('candles of a second are made by a part that was not loaded');
      return this.use(this.seconds, coinInfoId, arg, () => new Feed(market, () => calls.trades(market), stir));
    }
    return this.use(
      this.candles,
      channelKey(arg),
      arg,
      () =>
        new CandleFeed(interval, (query) => calls.candles(market, interval, query).finally(() => queueMicrotask(stir))),
    );
  }

  takeBook(event: BookEvent): void {
    const { coinInfoId, depth, interval } = event;
    let last = this.lastBooks.get(coinInfoId);
    if (!last || last.depth !== depth || last.interval !== interval) {
      const entry = this.books.get(channelKey({ channel: 'books', coinInfoId, depth, interval }));
      if (!entry) return;
      last = { depth, interval, sync: entry.source, channel: entry.channel };
      this.lastBooks.set(coinInfoId, last);
    }
    if (last.sync.take(event, this.deps.stampMs())) last.channel.asOfMs = event.pts;
  }

  takeTickers(event: TickersEvent): void {
    const channel = this.deps.subscriptions.channel('tickers');
    if (!channel || !this.believes(channel, event)) return;
    this.tickers.take(event.rows);
  }

  /**
   * Whether a message is what the exchange said. One that is not is dropped, and its channel asked for anew: at once,
   * then as one that was not answered.
   */
  private believes(channel: Channel, event: TradesEvent | TickersEvent | CandlesEvent): boolean {
    const { isSpoilt } = channel;
    if (!channel.verifies(event)) {
      if (!isSpoilt) this.missed(channel);
      return false;
    }
    if (event.snapshot) this.deps.subscriptions.arrived(channel.key);
    channel.received(event.seq, event.pts);
    return true;
  }

  /** Notes that a slow channel said something, and returns it as it is passed on. */
  takeChannel({ kind, channel, coinInfoId, snapshot, seq, pts, data }: ChannelEvent): ThreadEvent {
    this.deps.subscriptions.channel(`${channel}:${coinInfoId}`)?.received(seq, pts);
    return { kind, channel, coinInfoId, snapshot, data };
  }

  /** The last `seq` of each quiet channel, by key: what stands of it is true at `ts`, unless something never came. */
  heartbeat(ts: number, quiet: Record<string, number>): void {
    const { subscriptions, stampMs } = this.deps;
    for (const [key, seq] of Object.entries(quiet)) {
      const channel = subscriptions.channel(key);
      const book = this.books.get(key)?.source;
      if (!channel || !subscriptions.isSettled(key)) continue;
      if (!book) {
        if (!channel.quiet(seq, ts)) this.missed(channel);
      } else if (book.quiet(seq, stampMs())) channel.asOfMs = ts;
    }
  }

  /**
   * Something of a channel is missing or spoilt: it is not verified until its next snapshot, and what that does not
   * hold is fetched.
   */
  private missed(channel: Channel): void {
    this.pastGaps++;
    channel.seq = NaN;
    this.deps.subscriptions.again(channel.key);
    this.candles.get(channel.key)?.source.resubscribed(this.deps.stampMs());
  }

  takeTrades(event: TradesEvent, market: Instrument | undefined): void {
    const tapes = this.tapes.get(event.coinInfoId);
    const seconds = this.seconds.get(event.coinInfoId);
    const channel = (tapes ?? seconds)?.channel;
    if (!channel || !this.believes(channel, event)) return;
    const tape = tapes?.source;
    if (tape?.take(event.rows, event.snapshot) && market) void this.fetchTrades(tape, market);
    seconds?.source.take(event.rows, event.snapshot);
  }

  takeCandles(event: CandlesEvent): void {
    const key = channelKey({ channel: 'candles', coinInfoId: event.coinInfoId, period: event.period });
    const entry = this.candles.get(key);
    if (entry && this.believes(entry.channel, event)) entry.source.take(event.rows, this.deps.stampMs());
  }

  /**
   * One of BOOK_STATE for what a channel feeds: verified when its own snapshot came on this connection, and it is
   * `whole`.
   */
  paneOf(key: string, whole = true): number {
    return whole && this.deps.subscriptions.isSettled(key) ? BOOK_STATE.live : BOOK_STATE.repairing;
  }

  /** Whether trades that were missed are on their way to a tape. */
  isFetching(tape: TradeTape): boolean {
    return this.fetching.has(tape);
  }

  /** Books and tapes that are open, by market. */
  openBooks(): OpenBook[] {
    return [...this.books.values()].flatMap(({ arg, source }) =>
      arg.channel === 'books' ? [{ coinInfoId: arg.coinInfoId, depth: arg.depth, sync: source }] : [],
    );
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

  private use<K, S>(shelf: Map<K, Source<S>>, key: K, arg: SubscribeArg, make: () => S): Used<S> {
    const { channel, leave: unsubscribe } = this.subscribe(arg);
    let entry = shelf.get(key);
    if (!entry) {
      entry = { arg, channel, source: make(), users: 0 };
      shelf.set(key, entry);
    }
    entry.users++;
    const { source } = entry;
    const leave = (): void => {
      unsubscribe();
      if (--entry.users > 0) return;
      shelf.delete(key);
      if (source instanceof BookSync) this.forgetBook(source);
    };
    return { source, channel, leave };
  }

  private forgetBook(sync: BookSync): void {
    this.pastGaps += sync.gaps;
    for (const [id, last] of this.lastBooks) if (last.sync === sync) this.lastBooks.delete(id);
  }

  private subscribe(arg: SubscribeArg): { channel: Channel; leave: () => void } {
    const channel = this.deps.subscriptions.add(arg);
    return { channel, leave: () => this.deps.subscriptions.remove(arg) };
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
