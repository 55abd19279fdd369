// The feed: one entrance for what markets say, many topics out; and the reads of the public calls.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { Anchor, ProofTick } from '../../core/proofs/proof.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { PriceTicks } from '../../core/units/units.ts';
import { BOOK_INTERVALS, type SubscribeArg } from '../../core/feed/feed-protocol.ts';
import type { Store } from '../store/store.ts';
import { BASES, type BaseInterval } from './market-candles.ts';
import { MarketPublisher } from './market-publisher.ts';
import { loadHistory, saveHistory } from './candle-history.ts';
import { type Funding, Market } from './feed-market.ts';
import type { CandleRow, MarketEvent } from '../exchange/market-event.ts';
import { Interval } from './interval.ts';
import type { Topic } from './topics/topic.ts';
import { Topics } from './topics/topics.ts';

export interface FeedOptions {
  instruments: CoinInfo[];
  store: Store;
  now: () => EpochMs;
  /**
   * A recording is played: candles and the 24 hours follow the stamps of its events, and nothing is read from or
   * written to the store.
   */
  tape?: boolean;
  /** false: no timer of its own; whoever owns the clock calls `pump`. */
  timer?: boolean;
  /** Hears of a failed background write; the next one tries again. */
  onError?: (error: unknown) => void;
}

/** How often the clock is looked at; the finest pace kept is 100 ms. */
const PUMP_MS = 50;
const CANDLES_MS = 250;
const TICKERS_MS = 500;
const SAVE_MS = 60_000;

export class Feed {
  readonly now: () => EpochMs;
  readonly #options: FeedOptions;
  readonly #publishers = new Map<number, MarketPublisher>();
  readonly #markets = new Map<number, Market>();
  readonly #topics: Topics;
  readonly #saves = new Interval(SAVE_MS, () => {
    this.save().catch((error: unknown) => this.#options.onError?.(error));
  });
  readonly #paces: Interval[];
  readonly #touched = new Set<MarketPublisher>();
  #tapeTs: EpochMs = 0;
  #saving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.now = options.now;
    for (const info of options.instruments) {
      if (info.pair === '') continue;
      const market = new Market(instrumentOf(info));
      this.#markets.set(info.id, market);
      this.#publishers.set(info.id, new MarketPublisher(market));
    }
    this.#topics = new Topics({ publishers: this.#publishers, clock: () => this.clock(), now: this.now });
    this.#paces = this.#makePaces();
  }

  #makePaces(): Interval[] {
    const publishers = [...this.#publishers.values()];
    const books = BOOK_INTERVALS.filter((intervalMs) => intervalMs > 0).map(
      (intervalMs) =>
        new Interval(intervalMs, () => {
          for (const publisher of publishers) publisher.flushBooks(intervalMs);
        }),
    );
    return [
      ...books,
      new Interval(CANDLES_MS, () => {
        for (const publisher of publishers) publisher.flushCandles();
      }),
      new Interval(TICKERS_MS, () => this.#topics.flushTickers()),
      this.#saves,
    ];
  }

  /** Reads the candles of the store and starts the clock; `createFeed` calls it. */
  async open(): Promise<void> {
    if (!this.#options.tape) await loadHistory(this.#options.store, this.#markets);
    if (this.#options.timer === false) return;
    this.#timer = setInterval(() => this.pump(this.now()), PUMP_MS);
    this.#timer.unref();
  }

  /** Everything a market said at `ts`. Throws on a market that is not among the instruments. */
  apply(events: MarketEvent[], ts: EpochMs): void {
    if (ts > this.#tapeTs) this.#tapeTs = ts;
    for (const event of events) {
      const publisher = this.#publisher(event.coinInfoId);
      publisher.apply(event);
      this.#touched.add(publisher);
    }
    for (const publisher of this.#touched) publisher.flushBatch(ts);
    this.#touched.clear();
  }

  /**
   * A market's mark and index, 0 for none, and its funding where it has one. Throws on a market that is not among the
   * instruments.
   */
  mark(coinInfoId: number, markTicks: PriceTicks, indexTicks: PriceTicks, ts: EpochMs, funding?: Funding): void {
    const publisher = this.#publisher(coinInfoId);
    publisher.market.mark = { markTicks, indexTicks, ts, ...(funding ? { funding } : {}) };
    publisher.mark?.publishMark();
  }

  /** A committed tick of a market's index. Throws on a market that is not among the instruments. */
  qtTick(coinInfoId: number, tick: ProofTick): void {
    const publisher = this.#publisher(coinInfoId);
    publisher.newestQtTicks.add(tick);
    publisher.qtTicks?.publishNewest();
  }

  /** A signed minute. */
  anchor(anchor: Anchor): void {
    this.#topics.publishAnchor(anchor);
  }

  /** Does what is due at `now`: books, candles and tickers at their pace, once a minute the store. */
  pump(now: EpochMs): void {
    for (const pace of this.#paces) pace.pump(now);
  }

  /** Time that candles and the 24 hours are measured by: `now`, or the stamp of the tape's latest event. */
  clock(): EpochMs {
    return this.#options.tape ? this.#tapeTs : this.now();
  }

  market(id: number): Market | undefined {
    return this.#markets.get(id);
  }

  markets(): Iterable<Market> {
    return this.#markets.values();
  }

  /**
   * The topic of a public subscription, made when nobody reads it yet; null where there is no such market. Private
   * channels are not here.
   */
  topic(arg: SubscribeArg): Topic | null {
    return this.#topics.of(arg);
  }

  /** Whether candles of all base intervals are known: else a source that has history should import it. */
  hasHistory(id: number): boolean {
    const { candles } = this.#publisher(id).market;
    return BASES.every((period) => candles.base[period].size > 0);
  }

  /** Takes finished candles, ascending; they are written to the store at the next pump. */
  importHistory(id: number, period: BaseInterval, rows: CandleRow[]): void {
    this.#publisher(id).market.candles.import(period, rows);
    this.#saves.hasten();
  }

  /** Last price: trade, else close of history, else best bid or ask, else 0. */
  lastTicks(id: number): PriceTicks {
    return this.#publisher(id).market.lastTicks();
  }

  /**
   * Forgets candles past their time and writes those not in the store yet (a tape's are not written); saves run one
   * after another.
   */
  save(): Promise<void> {
    for (const market of this.#markets.values()) market.candles.trim(this.clock());
    if (this.#options.tape) return Promise.resolve();
    const work = (): Promise<void> => saveHistory(this.#options.store, this.#markets.values());
    this.#saving = this.#saving.then(work, work);
    return this.#saving;
  }

  /** Stops the clock and writes the candles. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.save();
  }

  #publisher(id: number): MarketPublisher {
    const publisher = this.#publishers.get(id);
    if (!publisher) throw new Error(`no market ${id}`);
    return publisher;
  }
}

/** A feed of all instruments that have a market, with the candles of the store. */
export async function createFeed(options: FeedOptions): Promise<Feed> {
  const feed = new Feed(options);
  await feed.open();
  return feed;
}
