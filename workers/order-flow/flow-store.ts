// The order flow that views show, by market and bar length; its code is loaded with the first such view.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { isOrderFlow } from '../../core/market-data/indicator-params.ts';
import { type TimeInterval, isBarInterval } from '../../core/units/time.ts';
import type { View } from '../../core/worker-protocol/worker-protocol.ts';
import type { Subscriptions } from '../connection/subscriptions.ts';
import type { TradesEvent } from '../decode/decoded-event.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type Acquired, type SharedSource, SharedSources } from '../shared-sources.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import type { FlowFeed } from './flow-feed.ts';

type CandlesView = Extract<View, { kind: 'candles' }>;
/** Candles of a length of time: bars made of trades have their own order flow. */
type FlowView = CandlesView & { interval: TimeInterval };

export function needsFlow(view: View): view is FlowView {
  return hasFlow(view) && !isBarInterval(view.interval);
}

/** Whether an indicator is made of the order flow. */
export function hasFlow(view: View): view is CandlesView {
  return view.kind === 'candles' && view.indicators.some(({ name }) => isOrderFlow(name));
}

export class FlowStore {
  readonly #restClient: RestClient;
  readonly #markDirty: () => void;
  readonly #feeds: SharedSources<string, FlowFeed>;
  readonly #loadTiles: () => Promise<Tiles | null>;
  #FlowFeed: typeof FlowFeed | null = null;
  #tiles: Tiles | null = null;

  /** `markDirty` is called when fetched trades or tiles arrived. */
  constructor(
    restClient: RestClient,
    subscriptions: Subscriptions,
    loadTiles: () => Promise<Tiles | null>,
    markDirty: () => void,
  ) {
    this.#loadTiles = loadTiles;
    this.#restClient = restClient;
    this.#markDirty = markDirty;
    this.#feeds = new SharedSources(subscriptions, (feed) => feed.dispose());
  }

  isLoadedFor(view: View): boolean {
    return this.#FlowFeed !== null || !needsFlow(view);
  }

  /** Rejects when the code cannot be fetched. */
  async load(): Promise<void> {
    const [{ FlowFeed: Feed }, tiles] = await Promise.all([import('./flow-feed.ts'), this.#loadTiles()]);
    this.#tiles ??= tiles;
    this.#FlowFeed = Feed;
  }

  /** Throws Error unless `isLoadedFor` the view. */
  acquire({ coinInfoId, interval }: FlowView, market: Instrument): Acquired<FlowFeed> {
    const Feed = this.#FlowFeed;
    if (!Feed) throw new Error('the code of order flow is not loaded');
    return this.#feeds.acquire(
      `${coinInfoId} ${interval}`,
      { channel: 'trades', coinInfoId },
      () =>
        new Feed({
          market,
          interval,
          fetchTrades: () => this.#restClient.trades(market),
          markDirty: this.#markDirty,
          tiles: this.#tiles?.asOfNow?.() ?? this.#tiles,
        }),
    );
  }

  /** A source of this market, of any bar length. */
  sourceOf(coinInfoId: number): SharedSource<FlowFeed> | undefined {
    for (const entry of this.#feeds.inUse.values()) if (entry.source.coinInfoId === coinInfoId) return entry;
    return undefined;
  }

  /** Applies a verified message to all bar lengths of its market. */
  apply({ coinInfoId, rows, snapshot }: TradesEvent): void {
    for (const { source } of this.#feeds.inUse.values())
      if (source.coinInfoId === coinInfoId) source.apply(rows, snapshot);
  }
}
