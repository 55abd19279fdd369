// The stores behind open views: books, trades, tickers, candles. Shared by views and subscribed while
// in use.
import { type Instrument, marketTypeOf } from '../core/instruments/instrument.ts';
import { BOOK_STATE, type ThreadEvent, type View } from '../core/worker-protocol/worker-protocol.ts';
import { LIVE_INTERVAL } from '../core/units/time.ts';
import { type ClientMessage, type SubscribeArg, channelKey } from '../core/feed/feed-protocol.ts';
import { BookSync } from './book/book-sync.ts';
import type { RestClient } from './rest/rest-client.ts';
import { CandleFeed } from './candles/candle-feed.ts';
import type { SecondCandleFeed } from './candles/second-candles.ts';
import type { CandleSource } from './candles/candle-source.ts';
import type { BookEvent, CandlesEvent, ChannelEvent, TickersEvent, TradesEvent } from './decode/decoded-event.ts';
import type { Channel } from './connection/channel.ts';
import type { Connection } from './connection/connection.ts';
import type { Subscriptions } from './connection/subscriptions.ts';
import { TickerBoard } from './tickers/ticker-board.ts';
import { RecentTrades } from './trades/trade-tape.ts';

type BookRequest = Extract<View, { kind: 'book' }>;
type CandlesRequest = Extract<View, { kind: 'candles' }>;

/** The channel that feeds a candles view; one-second candles are made from trades. */
export function candlesArg({ coinInfoId, interval }: CandlesRequest): SubscribeArg {
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

/** A store acquired for a view: its channel, and how to release both. */
export interface Acquired<S> {
  source: S;
  channel: Channel;
  release: () => void;
}

/** A book that some view shows. */
export interface OpenBook {
  coinInfoId: number;
  depth: number;
  sync: BookSync;
}

export interface StoreDeps {
  restClient: RestClient;
  connection: Connection;
  subscriptions: Subscriptions;
  stampMs(): number;
  /** Called when data arrived by a call instead of the socket. */
  markDirty(): void;
}

export class MarketDataStore {
  readonly tickers = new TickerBoard();
  private readonly deps: StoreDeps;
  readonly books = new Map<string, Source<BookSync>>();
  readonly tapes = new Map<number, Source<RecentTrades>>();
  readonly candles = new Map<string, Source<CandleFeed>>();
  private readonly seconds = new Map<number, Source<SecondCandleFeed>>();
  private makeSeconds: typeof SecondCandleFeed | null = null;
  /** Tapes whose trades are being fetched. */
  private readonly fetching = new Set<RecentTrades>();
  /** Book of each market's last event: building a channel key for every message is too slow. */
  private readonly lastBooks = new Map<number, { depth: number; interval: number; sync: BookSync; channel: Channel }>();
  /** Invalidations of books that are closed by now, and of what is no book. */
  private closedGaps = 0;

  constructor(deps: StoreDeps) {
    this.deps = deps;
  }

  /** Books and channels that were invalidated so far. */
  get resyncs(): number {
    let sum = this.closedGaps;
    for (const { source } of this.books.values()) sum += source.gaps;
    return sum;
  }

  acquireTickers(): Acquired<TickerBoard> {
    return { source: this.tickers, ...this.subscribe({ channel: 'tickers' }) };
  }

  /** A slow channel, which is passed on without a source. */
  acquireChannel({ channel, coinInfoId }: Extract<View, { kind: 'channel' }>): Acquired<null> {
    return { source: null, ...this.subscribe({ channel, coinInfoId }) };
  }

  acquireBook({ coinInfoId, depth, interval }: BookRequest, market: Instrument): Acquired<BookSync> {
    const arg: SubscribeArg = { channel: 'books', coinInfoId, depth, interval, area: marketTypeOf(market.info) };
    const key = channelKey(arg);
    return this.acquire(this.books, key, arg, () => {
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
      if (this.deps.subscriptions.isOpen) sync.onSubscribed(this.deps.stampMs());
      return sync;
    });
  }

  acquireTrades(coinInfoId: number, market: Instrument): Acquired<RecentTrades> {
    const used = this.acquire(this.tapes, coinInfoId, { channel: 'trades', coinInfoId }, () => new RecentTrades());
    if (used.source.count === 0) void this.fetchTrades(used.source, market);
    return used;
  }

  /** Whether all is here that a view draws from. */
  has(view: View): boolean {
    return view.kind !== 'candles' || view.interval !== LIVE_INTERVAL || this.makeSeconds !== null;
  }

  /** Loads what `has` misses. Rejects when that cannot be had. */
  async load(): Promise<void> {
    this.makeSeconds = (await import('./candles/second-candles.ts')).SecondCandleFeed;
  }

  /** Requires `has(view)`. */
  acquireCandles(view: CandlesRequest, market: Instrument): Acquired<CandleSource> {
    const { coinInfoId, interval } = view;
    const arg = candlesArg(view);
    const { restClient, markDirty } = this.deps;
    if (interval === LIVE_INTERVAL) {
      const { makeSeconds: Feed } = this;
      if (!Feed) throw new Error('candles of a second are made by a part that was not loaded');
      return this.acquire(
        this.seconds,
        coinInfoId,
        arg,
        () => new Feed(market, () => restClient.trades(market), markDirty),
      );
    }
    return this.acquire(
      this.candles,
      channelKey(arg),
      arg,
      () =>
        new CandleFeed(interval, (query) =>
          restClient.candles(market, interval, query).finally(() => queueMicrotask(markDirty)),
        ),
    );
  }

  applyBook(event: BookEvent): void {
    const { coinInfoId, depth, interval } = event;
    let last = this.lastBooks.get(coinInfoId);
    if (!last || last.depth !== depth || last.interval !== interval) {
      const entry = this.books.get(channelKey({ channel: 'books', coinInfoId, depth, interval }));
      if (!entry) return;
      last = { depth, interval, sync: entry.source, channel: entry.channel };
      this.lastBooks.set(coinInfoId, last);
    }
    if (last.sync.accept(event, this.deps.stampMs())) last.channel.asOfMs = event.pts;
  }

  applyTickers(event: TickersEvent): void {
    const channel = this.deps.subscriptions.channel('tickers');
    if (!channel || !this.accepts(channel, event)) return;
    this.tickers.apply(event.rows);
  }

  /**
   * Whether a message passes its checksum. One that fails is dropped and its channel resubscribed: at once the first
   * time, then at the interval of an unanswered request.
   */
  private accepts(channel: Channel, event: TradesEvent | TickersEvent | CandlesEvent): boolean {
    const { isCorrupt } = channel;
    if (!channel.verify(event)) {
      if (!isCorrupt) this.invalidate(channel);
      return false;
    }
    if (event.snapshot) this.deps.subscriptions.onSnapshot(channel.key);
    channel.received(event.seq, event.pts);
    return true;
  }

  /** Updates a slow channel's sequence and returns its message as the event to pass on. */
  applyChannel({ kind, channel, coinInfoId, snapshot, seq, pts, data }: ChannelEvent): ThreadEvent {
    this.deps.subscriptions.channel(`${channel}:${coinInfoId}`)?.received(seq, pts);
    return { kind, channel, coinInfoId, snapshot, data };
  }

  /** The last `seq` of each quiet channel, by key: its data is current at `ts`, unless a message was missed. */
  heartbeat(ts: number, quiet: Record<string, number>): void {
    const { subscriptions, stampMs } = this.deps;
    for (const [key, seq] of Object.entries(quiet)) {
      const channel = subscriptions.channel(key);
      const book = this.books.get(key)?.source;
      if (!channel || !subscriptions.isSettled(key)) continue;
      if (!book) {
        if (!channel.onHeartbeat(seq, ts)) this.invalidate(channel);
      } else if (book.onHeartbeat(seq, stampMs())) channel.asOfMs = ts;
    }
  }

  /**
   * A channel missed a message or failed its checksum: it is unverified until its next snapshot, and what that does not
   * contain is fetched.
   */
  private invalidate(channel: Channel): void {
    this.closedGaps++;
    channel.seq = NaN;
    this.deps.subscriptions.resubscribe(channel.key);
    this.candles.get(channel.key)?.source.resubscribed(this.deps.stampMs());
  }

  applyTrades(event: TradesEvent, market: Instrument | undefined): void {
    const tapes = this.tapes.get(event.coinInfoId);
    const seconds = this.seconds.get(event.coinInfoId);
    const channel = (tapes ?? seconds)?.channel;
    if (!channel || !this.accepts(channel, event)) return;
    const tape = tapes?.source;
    if (tape?.apply(event.rows, event.snapshot) && market) void this.fetchTrades(tape, market);
    seconds?.source.apply(event.rows, event.snapshot);
  }

  applyCandles(event: CandlesEvent): void {
    const key = channelKey({ channel: 'candles', coinInfoId: event.coinInfoId, period: event.period });
    const entry = this.candles.get(key);
    if (entry && this.accepts(entry.channel, event)) entry.source.apply(event.rows, this.deps.stampMs());
  }

  /**
   * One of BOOK_STATE for what a channel feeds: verified when its own snapshot came on this connection, and it is
   * `whole`.
   */
  statusOf(key: string, whole = true): number {
    return whole && this.deps.subscriptions.isSettled(key) ? BOOK_STATE.live : BOOK_STATE.repairing;
  }

  /** Whether trades that were missed are on their way to a tape. */
  isFetching(tape: RecentTrades): boolean {
    return this.fetching.has(tape);
  }

  /** Books and tapes that are open, by market. */
  openBooks(): OpenBook[] {
    return [...this.books.values()].flatMap(({ arg, source }) =>
      arg.channel === 'books' ? [{ coinInfoId: arg.coinInfoId, depth: arg.depth, sync: source }] : [],
    );
  }
  openTapes(): [number, RecentTrades][] {
    return [...this.tapes].map(([id, { source }]) => [id, source]);
  }

  /** The socket closed. */
  disconnected(): void {
    for (const { source } of this.books.values()) source.onDisconnected();
  }

  /** Everything was subscribed again on a new connection. */
  restored(): void {
    const stampMs = this.deps.stampMs();
    for (const { source } of this.books.values()) source.onSubscribed(stampMs);
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

  private acquire<K, S>(entries: Map<K, Source<S>>, key: K, arg: SubscribeArg, make: () => S): Acquired<S> {
    const { channel, release: unsubscribe } = this.subscribe(arg);
    let entry = entries.get(key);
    if (!entry) {
      entry = { arg, channel, source: make(), users: 0 };
      entries.set(key, entry);
    }
    entry.users++;
    const { source } = entry;
    const release = (): void => {
      unsubscribe();
      if (--entry.users > 0) return;
      entries.delete(key);
      if (source instanceof BookSync) this.releaseBook(source);
    };
    return { source, channel, release };
  }

  private releaseBook(sync: BookSync): void {
    this.closedGaps += sync.gaps;
    for (const [id, last] of this.lastBooks) if (last.sync === sync) this.lastBooks.delete(id);
  }

  private subscribe(arg: SubscribeArg): { channel: Channel; release: () => void } {
    const channel = this.deps.subscriptions.add(arg);
    return { channel, release: () => this.deps.subscriptions.remove(arg) };
  }

  /** An answer for released trades goes to the released object: rows of another grid never reach its successor. */
  private async fetchTrades(tape: RecentTrades, market: Instrument): Promise<void> {
    if (this.fetching.has(tape)) return;
    this.fetching.add(tape);
    try {
      tape.merge(await this.deps.restClient.trades(market));
      this.deps.markDirty();
    } catch {
      // The trades stay as they are: the next gap fetches again, and live trades still arrive.
    } finally {
      this.fetching.delete(tape);
    }
  }
}
