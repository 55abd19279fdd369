// The candles that views show: fetched and continued by the feed, or made from trades (one second).
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import { LIVE_INTERVAL } from '../../core/units/time.ts';
import type { View } from '../../core/worker-protocol/worker-protocol.ts';
import type { Subscriptions } from '../connection/subscriptions.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type Acquired, type SharedSource, SharedSources } from '../shared-sources.ts';
import { CandleFeed } from './candle-feed.ts';
import type { CandleSource } from './candle-source.ts';
import type { SecondCandleFeed } from './second-candle-feed.ts';

type CandlesRequest = Pick<Extract<View, { kind: 'candles' }>, 'coinInfoId' | 'interval'>;

/** The channel that feeds a candles view; one-second candles are made from trades. */
export function candlesArg({ coinInfoId, interval }: CandlesRequest): SubscribeArg {
  return interval === LIVE_INTERVAL
    ? { channel: 'trades', coinInfoId }
    : { channel: 'candles', coinInfoId, period: interval };
}

export class CandleStore {
  readonly #restClient: RestClient;
  readonly #markDirty: () => void;
  readonly #feeds: SharedSources<string, CandleFeed>;
  readonly #secondFeeds: SharedSources<number, SecondCandleFeed>;
  /** Loaded with the first view of one-second candles. */
  #SecondCandleFeed: typeof SecondCandleFeed | null = null;

  /** `markDirty` is called when fetched candles arrived. */
  constructor(restClient: RestClient, subscriptions: Subscriptions, markDirty: () => void) {
    this.#restClient = restClient;
    this.#markDirty = markDirty;
    this.#feeds = new SharedSources(subscriptions);
    this.#secondFeeds = new SharedSources(subscriptions);
  }

  /** Candles in use, by channel key; without those of one second. */
  get open(): ReadonlyMap<string, SharedSource<CandleFeed>> {
    return this.#feeds.open;
  }

  /** One-second candles in use, by market. */
  get openSeconds(): ReadonlyMap<number, SharedSource<SecondCandleFeed>> {
    return this.#secondFeeds.open;
  }

  /** Whether the code that a view needs is loaded. */
  isLoadedFor(view: View): boolean {
    return view.kind !== 'candles' || view.interval !== LIVE_INTERVAL || this.#SecondCandleFeed !== null;
  }

  /** Loads the code of one-second candles. Rejects when it cannot be fetched. */
  async load(): Promise<void> {
    this.#SecondCandleFeed = (await import('./second-candle-feed.ts')).SecondCandleFeed;
  }

  /** Throws Error unless `isLoadedFor` the view. */
  acquire(request: CandlesRequest, market: Instrument): Acquired<CandleSource> {
    const { coinInfoId, interval } = request;
    const arg = candlesArg(request);
    const restClient = this.#restClient;
    const markDirty = this.#markDirty;
    if (interval === LIVE_INTERVAL) {
      const Feed = this.#SecondCandleFeed;
      if (!Feed) throw new Error('the code of one-second candles is not loaded');
      return this.#secondFeeds.acquire(
        coinInfoId,
        arg,
        () => new Feed(market, () => restClient.trades(market), markDirty),
      );
    }
    return this.#feeds.acquire(
      channelKey(arg),
      arg,
      () =>
        new CandleFeed(interval, (query) =>
          restClient.candles(market, interval, query).finally(() => queueMicrotask(markDirty)),
        ),
    );
  }

  /** Everything was subscribed again on a new connection. */
  onSubscribed(stampMs: number): void {
    for (const { source } of this.open.values()) source.resubscribed(stampMs);
    for (const { source } of this.openSeconds.values()) source.resubscribed(stampMs);
  }

  /** Call once a second while the socket is open. */
  check(stampMs: number): void {
    for (const { source } of this.open.values()) source.check(stampMs);
    for (const { source } of this.openSeconds.values()) source.check(stampMs);
  }
}
