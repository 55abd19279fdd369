// The public feed: applies market events, publishes them to topics, answers market calls.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { Anchor, ProofTick } from '../../core/proofs/proof.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { PriceTicks } from '../../core/units/units.ts';
import { BOOK_INTERVALS, type SubscribeArg } from '../../core/feed/feed-protocol.ts';
import type { Store } from '../store/store.ts';
import { BASE_INTERVALS, type BaseInterval } from './market-candles.ts';
import type { FeedCopy } from './feed-copy.ts';
import { MarketPublisher } from './market-publisher.ts';
import { loadCandleHistory, saveCandleHistory } from './candle-history.ts';
import { type Funding, FeedMarket } from './feed-market.ts';
import type { CandleRow, MarketEvent } from '../exchange/market-event.ts';
import { PeriodicTask } from './periodic-task.ts';
import type { Topic } from './topics/topic.ts';
import { TopicRegistry } from './topics/topic-registry.ts';

export interface FeedOptions {
  instruments: CoinInfo[];
  /** Null: a copy of another process's feed, which loads and saves nothing until `recordTo`. */
  store: Store | null;
  now: () => EpochMs;
  /**
   * The market is a recording: candles and the rolling 24 h follow the times of its events, and nothing is read from or
   * written to the store.
   */
  isRecording?: boolean;
  /** false: no timer; the owner of the clock calls `runDueTasks`. */
  timer?: boolean;
  /** Called with the error of a failed background write; the next write includes its candles. */
  onError?: (error: unknown) => void;
}

/** Timer period; must be below the shortest publishing interval, 100 ms. */
const TIMER_MS = 50;
const CANDLES_MS = 250;
const TICKERS_MS = 500;
const SAVE_MS = 60_000;

export class Feed {
  readonly now: () => EpochMs;
  readonly #options: FeedOptions;
  #store: Store | null;
  readonly #publishers = new Map<number, MarketPublisher>();
  readonly #markets = new Map<number, FeedMarket>();
  readonly #topics: TopicRegistry;
  readonly #saveTask = new PeriodicTask(SAVE_MS, () => {
    this.save().catch((error: unknown) => this.#options.onError?.(error));
  });
  readonly #tasks: PeriodicTask[];
  readonly #touched = new Set<MarketPublisher>();
  readonly #listeners = new Set<(events: readonly MarketEvent[], ts: EpochMs) => void>();
  #lastEventTs: EpochMs = 0;
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#store = options.store;
    this.now = options.now;
    for (const info of options.instruments) {
      if (info.pair === '') continue;
      const market = new FeedMarket(instrumentOf(info));
      this.#markets.set(info.id, market);
      this.#publishers.set(info.id, new MarketPublisher(market));
    }
    this.#topics = new TopicRegistry({ publishers: this.#publishers, clock: () => this.clock(), now: this.now });
    this.#tasks = this.#createTasks();
  }

  /** Loads the stored candles and starts the timer; called by `createFeed`. */
  async open(): Promise<void> {
    if (this.#store && !this.#options.isRecording) await loadCandleHistory(this.#store, this.#markets);
    if (this.#options.timer === false) return;
    this.#timer = setInterval(() => this.runDueTasks(this.now()), TIMER_MS);
    this.#timer.unref();
  }

  /**
   * Applies events that happened at `ts`; `seq` is the number of their command, and becomes that of the books that they
   * change. Throws Error for an unknown market.
   */
  apply(events: MarketEvent[], ts: EpochMs, seq?: number): void {
    if (ts > this.#lastEventTs) this.#lastEventTs = ts;
    for (const event of events) {
      const publisher = this.#publisher(event.coinInfoId);
      const { book } = publisher.market;
      const before = book.version;
      publisher.apply(event);
      if (seq !== undefined && book.version !== before) book.version = seq;
      this.#touched.add(publisher);
    }
    for (const publisher of this.#touched) publisher.flushBatch(ts);
    this.#touched.clear();
    for (const listener of this.#listeners) listener(events, ts);
  }

  /** The listener gets all events of a batch after they are applied. */
  onApplied(listener: (events: readonly MarketEvent[], ts: EpochMs) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets a market's mark and index (0: none), and its funding where it has one. Throws Error for an unknown market. */
  updateMark(coinInfoId: number, markTicks: PriceTicks, indexTicks: PriceTicks, ts: EpochMs, funding?: Funding): void {
    const publisher = this.#publisher(coinInfoId);
    publisher.market.mark = { markTicks, indexTicks, ts, ...(funding ? { funding } : {}) };
    publisher.mark?.publishMark();
  }

  /** Publishes a committed index tick, unless it is known. Throws Error for an unknown market. */
  publishIndexTick(coinInfoId: number, tick: ProofTick): void {
    const publisher = this.#publisher(coinInfoId);
    if (tick.seq <= (publisher.recentIndexTicks.list.at(-1)?.seq ?? 0)) return;
    publisher.recentIndexTicks.add(tick);
    publisher.indexTicks?.publishNewest();
  }

  /** Publishes the signed anchor of one minute, unless it is known. */
  publishAnchor(anchor: Anchor): void {
    if (anchor.ts > (this.#topics.recentAnchors.at(-1)?.ts ?? 0)) this.#topics.publishAnchor(anchor);
  }

  /** Runs what is due at `now`: books, candles and tickers at their intervals, the store every minute. */
  runDueTasks(now: EpochMs): void {
    for (const task of this.#tasks) task.runIfDue(now);
  }

  /** Time of candles and of the rolling 24 h: `now`, or the time of the recording's latest event. */
  clock(): EpochMs {
    return this.#options.isRecording ? this.#lastEventTs : this.now();
  }

  market(id: number): FeedMarket | undefined {
    return this.#markets.get(id);
  }

  markets(): Iterable<FeedMarket> {
    return this.#markets.values();
  }

  /** The topic of a public subscription, created on first use; null for an unknown market and for private channels. */
  topic(arg: SubscribeArg): Topic | null {
    return this.#topics.topicOf(arg);
  }

  /** Whether all base intervals have candles; if not, a source with history imports it. */
  hasHistory(id: number): boolean {
    const { candles } = this.#publisher(id).market;
    return BASE_INTERVALS.every((period) => candles.base[period].size > 0);
  }

  /** Adds finished candles, ascending; they are written to the store by the next `runDueTasks`. */
  importHistory(id: number, period: BaseInterval, rows: CandleRow[]): void {
    this.#publisher(id).market.candles.importRows(period, rows);
    this.#saveTask.makeDue();
  }

  /** Writes candles to this store from now on, those that the process which wrote before may have left out as well. */
  recordTo(store: Store): void {
    this.#store = store;
    for (const { candles } of this.#markets.values()) candles.markTailsUnsaved(this.clock());
  }

  /** What another process needs besides books and older candles. */
  copy(): FeedCopy {
    return {
      markets: Array.from(this.#publishers.values(), ({ market, recentIndexTicks }) => ({
        id: market.id,
        bookSeq: market.book.version,
        trades: market.trades.newest(Infinity).reverse(),
        mark: market.mark,
        ts: market.ts,
        indexTicks: [...recentIndexTicks.list],
        candles: market.candles.copyTails(this.clock()),
      })),
      anchors: [...this.#topics.recentAnchors],
    };
  }

  /**
   * Takes over what another process's feed holds; books come as events, older candles before (`MarketCandles.adopt`).
   * Markets that this feed does not have are left out, and so is what it has already.
   */
  adopt({ markets, anchors }: FeedCopy): void {
    for (const copied of markets) {
      const publisher = this.#publishers.get(copied.id);
      if (!publisher) continue;
      const { market, recentIndexTicks } = publisher;
      for (const trade of copied.trades) market.trades.push(trade);
      for (const period of BASE_INTERVALS) market.candles.adopt(period, copied.candles[period].columns);
      market.mark = copied.mark;
      market.ts = copied.ts;
      const known = recentIndexTicks.list.at(-1)?.seq ?? 0;
      for (const tick of copied.indexTicks) if (tick.seq > known) recentIndexTicks.add(tick);
    }
    for (const anchor of anchors) this.publishAnchor(anchor);
  }

  /** Last price in ticks: trade, else last stored close, else best bid or ask, else 0. */
  lastTicks(id: number): PriceTicks {
    return this.#publisher(id).market.lastTicks();
  }

  /**
   * Drops candles beyond their number and writes unsaved ones (those of a recording are not written). Writes run one
   * after another.
   */
  save(): Promise<void> {
    for (const market of this.#markets.values()) market.candles.trim();
    const store = this.#store;
    if (!store || this.#options.isRecording) return Promise.resolve();
    const work = (): Promise<void> => saveCandleHistory(store, this.#markets.values());
    this.#saving = this.#saving.then(work, work);
    return this.#saving;
  }

  /** Stops the timer and writes the candles. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.save();
  }

  #createTasks(): PeriodicTask[] {
    const publishers = [...this.#publishers.values()];
    const books = BOOK_INTERVALS.filter((intervalMs) => intervalMs > 0).map(
      (intervalMs) =>
        new PeriodicTask(intervalMs, () => {
          for (const publisher of publishers) publisher.flushBooks(intervalMs);
        }),
    );
    return [
      ...books,
      new PeriodicTask(CANDLES_MS, () => {
        for (const publisher of publishers) publisher.flushCandles();
      }),
      new PeriodicTask(TICKERS_MS, () => this.#topics.flushTickers()),
      this.#saveTask,
    ];
  }

  #publisher(id: number): MarketPublisher {
    const publisher = this.#publishers.get(id);
    if (!publisher) throw new Error(`no market ${id}`);
    return publisher;
  }
}

/** A feed of all instruments that have a market, with the stored candles. */
export async function createFeed(options: FeedOptions): Promise<Feed> {
  const feed = new Feed(options);
  await feed.open();
  return feed;
}
