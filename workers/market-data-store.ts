// All market data that views show: books, trades, tickers and candles.
import type { Instrument } from '../core/instruments/instrument.ts';
import { channelKey } from '../core/feed/feed-protocol.ts';
import { BOOK_STATE, type ThreadEvent, type View } from '../core/worker-protocol/worker-protocol.ts';
import { BookStore } from './book/book-store.ts';
import { CandleStore } from './candles/candle-store.ts';
import { ChannelVerifier } from './connection/channel-verifier.ts';
import type { Connection } from './connection/connection.ts';
import type { Subscriptions } from './connection/subscriptions.ts';
import type { BookEvent, CandlesEvent, ChannelEvent, TickersEvent, TradesEvent } from './decode/decoded-event.ts';
import { DepthStore, type FollowBook } from './depth-history/depth-store.ts';
import { FlowStore } from './order-flow/flow-store.ts';
import type { RestClient } from './rest/rest-client.ts';
import type { Acquired } from './shared-sources.ts';
import { TickerBoard } from './tickers/ticker-board.ts';
import type { Tiles } from './tiles/tile-loader.ts';
import { TradeStore } from './trades/trade-store.ts';

export interface StoreDeps {
  restClient: RestClient;
  connection: Connection;
  subscriptions: Subscriptions;
  stampMs(): number;
  /** Called when data arrived by a call instead of the socket. */
  markDirty(): void;
  /** The loader of the past's tiles; null where there is none. */
  loadTiles(): Promise<Tiles | null>;
  /** Where whole books are followed; absent: over their channels. */
  followBook?: FollowBook | undefined;
}

export class MarketDataStore {
  readonly tickers = new TickerBoard();
  readonly books: BookStore;
  readonly trades: TradeStore;
  readonly candles: CandleStore;
  readonly flow: FlowStore;
  readonly depth: DepthStore;
  readonly #subscriptions: Subscriptions;
  readonly #verifier: ChannelVerifier;
  readonly #stampMs: () => number;

  constructor({ restClient, connection, subscriptions, stampMs, markDirty, loadTiles, followBook }: StoreDeps) {
    this.books = new BookStore(connection, subscriptions, stampMs);
    this.trades = new TradeStore(restClient, subscriptions, markDirty);
    this.candles = new CandleStore(restClient, subscriptions, loadTiles, markDirty);
    this.flow = new FlowStore(restClient, subscriptions, loadTiles, markDirty);
    this.depth = new DepthStore({ books: this.books, trades: this.trades, stampMs, loadTiles, markDirty, followBook });
    this.#subscriptions = subscriptions;
    this.#verifier = new ChannelVerifier(subscriptions, (key) =>
      this.candles.inUse.get(key)?.source.resubscribed(stampMs()),
    );
    this.#stampMs = stampMs;
  }

  /** Books and channels that were invalidated so far. */
  get resyncs(): number {
    return this.books.gaps + this.#verifier.failures;
  }

  /** Whether the code that a view needs is loaded. */
  isLoadedFor(view: View): boolean {
    return this.candles.isLoadedFor(view) && this.flow.isLoadedFor(view) && this.depth.isLoadedFor(view);
  }

  /** Loads the code that a view needs. Rejects when it cannot be fetched. */
  async loadFor(view: View): Promise<void> {
    await Promise.all([this.candles, this.flow, this.depth].map((part) => part.isLoadedFor(view) || part.load(view)));
  }

  acquireTickers(): Acquired<TickerBoard> {
    const channel = this.#subscriptions.add({ channel: 'tickers' });
    return { source: this.tickers, channel, release: () => this.#subscriptions.remove({ channel: 'tickers' }) };
  }

  /** A slow channel: it is passed on without a source. */
  acquireChannel({ channel: name, coinInfoId }: Extract<View, { kind: 'channel' }>): Acquired<null> {
    const arg = { channel: name, coinInfoId };
    return { source: null, channel: this.#subscriptions.add(arg), release: () => this.#subscriptions.remove(arg) };
  }

  /** Applies a message of a public channel; `market` is that of a trades message. Allocates nothing. */
  apply(event: BookEvent | TickersEvent | TradesEvent | CandlesEvent, market: Instrument | undefined): void {
    if (event.kind === 'book') this.books.apply(event);
    else if (event.kind === 'trades') this.#applyTrades(event, market);
    else if (event.kind === 'tickers') this.#applyTickers(event);
    else this.#applyCandles(event);
  }

  /** Updates a slow channel's sequence and returns its message as the event to pass on; null for one that is late. */
  applyChannel({ kind, channel, coinInfoId, snapshot, seq, pts, data }: ChannelEvent): ThreadEvent | null {
    const subscribed = this.#subscriptions.channel(`${channel}:${coinInfoId}`);
    if (subscribed?.isPast(seq, pts)) return null;
    subscribed?.onMessage(seq, pts);
    return { kind, channel, coinInfoId, snapshot, data };
  }

  /** The last `seq` of each quiet channel, by key: its data is current at `ts`, unless a message was missed. */
  onHeartbeat(ts: number, quiet: Record<string, number>): void {
    for (const [key, seq] of Object.entries(quiet)) {
      const channel = this.#subscriptions.channel(key);
      if (!channel || !this.#subscriptions.isSettled(key)) continue;
      const book = this.books.inUse.get(key)?.source;
      if (!book) this.#verifier.onHeartbeat(channel, seq, ts);
      else if (book.onHeartbeat(seq, this.#stampMs())) channel.asOfMs = ts;
    }
  }

  /**
   * One of BOOK_STATE for the data of a channel: live when its own snapshot arrived on this connection and the data
   * `isComplete`.
   */
  statusOf(key: string, isComplete = true): number {
    return isComplete && this.#subscriptions.isSettled(key) ? BOOK_STATE.live : BOOK_STATE.repairing;
  }

  onDisconnected(): void {
    this.books.onDisconnected();
  }

  /** Everything was subscribed again on a new connection. */
  onSubscribed(): void {
    this.books.onSubscribed();
    this.candles.onSubscribed(this.#stampMs());
  }

  /** Call once a second while the socket is open. */
  check(): void {
    this.books.check();
    this.candles.check(this.#stampMs());
    if (this.depth.check()) this.#subscriptions.reconcile();
  }

  #applyTickers(event: TickersEvent): void {
    const channel = this.#subscriptions.channel('tickers');
    if (channel && this.#verifier.accepts(channel, event)) this.tickers.apply(event.rows, event.snapshot);
  }

  /** Trades feed the list of recent trades, the candles made of them and the order flow; all share one channel. */
  #applyTrades(event: TradesEvent, market: Instrument | undefined): void {
    const trades = this.trades.inUse.get(event.coinInfoId);
    const { coinInfoId } = event;
    const channel = (trades ?? this.candles.tradeSourceOf(coinInfoId) ?? this.flow.sourceOf(coinInfoId))?.channel;
    if (!channel || !this.#verifier.accepts(channel, event)) return;
    if (trades) this.trades.apply(trades.source, event, market);
    this.candles.applyTrades(event);
    this.flow.apply(event);
    this.depth.applyTrades(event);
  }

  #applyCandles(event: CandlesEvent): void {
    const key = channelKey({ channel: 'candles', coinInfoId: event.coinInfoId, period: event.period });
    const entry = this.candles.inUse.get(key);
    if (entry && this.#verifier.accepts(entry.channel, event))
      entry.source.apply(event.rows, this.#stampMs(), event.snapshot);
  }
}
