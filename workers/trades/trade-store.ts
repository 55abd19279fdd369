// The recent trades that views show; missed ones are fetched.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Subscriptions } from '../connection/subscriptions.ts';
import type { TradesEvent } from '../decode/decoded-event.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type Acquired, type SharedSource, SharedSources } from '../shared-sources.ts';
import { RecentTrades } from './recent-trades.ts';

export class TradeStore {
  readonly #restClient: RestClient;
  readonly #markDirty: () => void;
  readonly #trades: SharedSources<number, RecentTrades>;
  readonly #fetching = new Set<RecentTrades>();

  /** `markDirty` is called when fetched trades arrived. */
  constructor(restClient: RestClient, subscriptions: Subscriptions, markDirty: () => void) {
    this.#restClient = restClient;
    this.#markDirty = markDirty;
    this.#trades = new SharedSources(subscriptions);
  }

  /** Recent trades in use, by market. */
  get inUse(): ReadonlyMap<number, SharedSource<RecentTrades>> {
    return this.#trades.inUse;
  }

  acquire(coinInfoId: number, market: Instrument): Acquired<RecentTrades> {
    const acquired = this.#trades.acquire(coinInfoId, { channel: 'trades', coinInfoId }, () => new RecentTrades());
    if (acquired.source.count === 0) void this.#fetch(acquired.source, market);
    return acquired;
  }

  /** Applies a verified message; trades that are missing before it are fetched. */
  apply(trades: RecentTrades, { rows, snapshot }: TradesEvent, market: Instrument | undefined): void {
    if (trades.apply(rows, snapshot) && market) void this.#fetch(trades, market);
  }

  isFetching(trades: RecentTrades): boolean {
    return this.#fetching.has(trades);
  }

  /** Merges into the object that was passed: rows of an old price grid never reach the one that replaced it. */
  async #fetch(trades: RecentTrades, market: Instrument): Promise<void> {
    if (this.#fetching.has(trades)) return;
    this.#fetching.add(trades);
    try {
      trades.merge(await this.#restClient.trades(market));
      this.#markDirty();
    } catch {
      // The trades stay as they are: the next gap fetches again, and live trades still arrive.
    } finally {
      this.#fetching.delete(trades);
    }
  }
}
