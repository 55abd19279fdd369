// The candles that views show: fetched and continued by the feed, or made of trades here.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import { LIVE_INTERVAL, isBarInterval, isInterval } from '../../core/units/time.ts';
import type { View } from '../../core/worker-protocol/worker-protocol.ts';
import type { Subscriptions } from '../connection/subscriptions.ts';
import type { TradesEvent } from '../decode/decoded-event.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type Acquired, type SharedSource, SharedSources } from '../shared-sources.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import { CandleFeed } from './candle-feed.ts';
import type { CandleSource, TradeCandleSource } from './candle-source.ts';
import type { SecondCandleFeed } from './second-candle-feed.ts';
import type { TradeBarFeed } from './trade-bar-feed.ts';

type CandlesRequest = Pick<Extract<View, { kind: 'candles' }>, 'coinInfoId' | 'interval'>;

/** The channel that feeds a candles view: that of trades where the exchange has no such candles. */
export function candlesArg({ coinInfoId, interval }: CandlesRequest): SubscribeArg {
  return isInterval(interval)
    ? { channel: 'candles', coinInfoId, period: interval }
    : { channel: 'trades', coinInfoId };
}

export class CandleStore {
  readonly #restClient: RestClient;
  readonly #loadTiles: () => Promise<Tiles | null>;
  readonly #markDirty: () => void;
  readonly #feeds: SharedSources<string, CandleFeed>;
  /** Made of trades, by market and interval. */
  readonly #tradeFeeds: SharedSources<string, TradeCandleSource>;
  /** Loaded with the first view of one-second candles, and of bars. */
  #SecondCandleFeed: typeof SecondCandleFeed | null = null;
  #TradeBarFeed: typeof TradeBarFeed | null = null;
  #tiles: Tiles | null = null;

  /** `markDirty` is called when fetched candles arrived. */
  constructor(
    restClient: RestClient,
    subscriptions: Subscriptions,
    loadTiles: () => Promise<Tiles | null>,
    markDirty: () => void,
  ) {
    this.#restClient = restClient;
    this.#loadTiles = loadTiles;
    this.#markDirty = markDirty;
    this.#feeds = new SharedSources(subscriptions);
    this.#tradeFeeds = new SharedSources(subscriptions, (feed) => feed.dispose());
  }

  /** Candles of the feed in use, by channel key. */
  get inUse(): ReadonlyMap<string, SharedSource<CandleFeed>> {
    return this.#feeds.inUse;
  }

  /** Whether the code that a view needs is loaded. */
  isLoadedFor(view: View): boolean {
    if (view.kind !== 'candles' || isInterval(view.interval)) return true;
    return (view.interval === LIVE_INTERVAL ? this.#SecondCandleFeed : this.#TradeBarFeed) !== null;
  }

  /** Loads the code of a view's candles. Rejects when it cannot be fetched. */
  async load(view: View): Promise<void> {
    if (view.kind === 'candles' && view.interval === LIVE_INTERVAL) {
      this.#SecondCandleFeed = (await import('./second-candle-feed.ts')).SecondCandleFeed;
      return;
    }
    const [{ TradeBarFeed: Feed }, tiles] = await Promise.all([import('./trade-bar-feed.ts'), this.#loadTiles()]);
    this.#tiles ??= tiles;
    this.#TradeBarFeed = Feed;
  }

  /** Throws Error unless `isLoadedFor` the view. */
  acquire(request: CandlesRequest, market: Instrument): Acquired<CandleSource> {
    const { coinInfoId, interval } = request;
    const arg = candlesArg(request);
    if (!isInterval(interval))
      return this.#tradeFeeds.acquire(`${coinInfoId} ${interval}`, arg, () => this.#tradeFeed(interval, market));
    const restClient = this.#restClient;
    const markDirty = this.#markDirty;
    return this.#feeds.acquire(
      channelKey(arg),
      arg,
      () =>
        new CandleFeed(interval, (query) =>
          restClient.candles(market, interval, query).finally(() => queueMicrotask(markDirty)),
        ),
    );
  }

  /** A source of this market that is made of trades. */
  tradeSourceOf(coinInfoId: number): SharedSource<TradeCandleSource> | undefined {
    for (const entry of this.#tradeFeeds.inUse.values()) if (entry.source.coinInfoId === coinInfoId) return entry;
    return undefined;
  }

  /** Applies a verified message to all candles that are made of its market's trades. */
  applyTrades({ coinInfoId, rows, snapshot }: TradesEvent): void {
    for (const { source } of this.#tradeFeeds.inUse.values())
      if (source.coinInfoId === coinInfoId) source.apply(rows, snapshot);
  }

  /** Everything was subscribed again on a new connection. */
  onSubscribed(stampMs: number): void {
    for (const { source } of this.inUse.values()) source.resubscribed(stampMs);
    for (const { source } of this.#tradeFeeds.inUse.values()) source.resubscribed(stampMs);
  }

  /** Call once a second while the socket is open. */
  check(stampMs: number): void {
    for (const { source } of this.inUse.values()) source.check(stampMs);
    for (const { source } of this.#tradeFeeds.inUse.values()) source.check(stampMs);
  }

  #tradeFeed(interval: CandlesRequest['interval'], market: Instrument): TradeCandleSource {
    const fetchTrades = (): ReturnType<RestClient['trades']> => this.#restClient.trades(market);
    if (isBarInterval(interval)) {
      if (!this.#TradeBarFeed) throw new Error('the code of bars is not loaded');
      const tiles = this.#tiles?.asOfNow?.() ?? this.#tiles;
      return new this.#TradeBarFeed({ market, interval, fetchTrades, markDirty: this.#markDirty, tiles });
    }
    if (!this.#SecondCandleFeed) throw new Error('the code of one-second candles is not loaded');
    return new this.#SecondCandleFeed(market, fetchTrades, this.#markDirty);
  }
}
