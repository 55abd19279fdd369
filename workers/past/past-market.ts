// One market at a past moment: its book, last trades and candles, moved by recorded events.
import { ASK, BID, type SideCode, levelChange } from '../../core/feed/checksum.ts';
import type { BookCopy } from '../../core/market-data/archive-block.ts';
import { ROW_KIND, type RowKind, isTrade } from '../../core/market-data/event-columns.ts';
import { countedMs } from '../../core/market-data/tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import { StateHash } from '../replay/state-hash.ts';
import type { EventSink } from './event-stream.ts';
import { type PastCandle, PastCandles } from './past-candles.ts';

/** States are hashed at whole seconds of market time. */
const HASH_EVERY_MS = 1_000;
/** Least trades in memory, of which the running bars of the order flow are made; at twice as many the older go. */
const MIN_TRADES = 16_384;

export interface PastTrade {
  id: number;
  priceTicks: PriceTicks;
  lots: Lots;
  side: 'buy' | 'sell';
  ts: EpochMs;
}

/** Follows the events of a market: a practice account. */
export interface PastFollower {
  onTrade(trade: PastTrade): void;
  onLevel(side: SideCode, priceTicks: PriceTicks, lots: Lots): void;
  /** The book is another one, or not known. */
  onBook(): void;
  addTo(hash: StateHash): void;
}

/** Follows its book. */
export interface BookFollower {
  /** A change of the book is about to happen at `ts`. */
  beforeChange(ts: EpochMs): void;
  onLevel(side: SideCode, priceTicks: PriceTicks, lots: Lots, ts: EpochMs): void;
  /** The book is another one, or not known, since `ts`. */
  onBook(ts: EpochMs): void;
}

export class PastMarket implements EventSink {
  readonly candles = new PastCandles();
  /** Lots by price; empty while the book is not known. */
  readonly bids = new Map<PriceTicks, Lots>();
  readonly asks = new Map<PriceTicks, Lots>();
  checksum = 0;
  isBookKnown = false;
  /** Ascending. */
  readonly trades: PastTrade[] = [];
  /** Grow with every change of the book, and with every trade. */
  bookVersion = 0;
  tradeVersion = 0;
  played = 0;
  gap: readonly [EpochMs, EpochMs] | null = null;
  follower: PastFollower | null = null;
  /** Called before older trades are dropped, so that a reader of every trade has read them. */
  beforeTradesGo = (): void => {};
  readonly bookFollowers = new Set<BookFollower>();
  /** Trades before this are in the candles that were fetched. */
  readonly #candlesFromMs: EpochMs;
  #newestTradeMs: EpochMs = -Infinity;
  /** End of the last closed candle that was played. */
  #closedToMs: EpochMs = -Infinity;
  readonly #hash = new StateHash();
  #hashAtMs: EpochMs;
  #isHashed = false;

  /** States are hashed from `fromMs` on. */
  constructor(fromMs: EpochMs, candlesFromMs: EpochMs) {
    this.#candlesFromMs = candlesFromMs;
    this.#hashAtMs = nextSecond(fromMs);
  }

  /** Hash over the states at all whole seconds so far, those without a change left out. */
  get hash(): string {
    return this.#hash.text;
  }

  /** Begins to count what is played. */
  restartCount(): void {
    this.played = 0;
    this.gap = null;
  }

  onBook(book: BookCopy | null, ts: EpochMs): void {
    this.#beforeEvent(ts);
    this.#beforeChange(ts);
    this.#clearBook();
    this.isBookKnown = book !== null;
    if (book) {
      for (let at = 0; at < book.bids.length; at += 2) this.#setLevel(BID, book.bids[at]!, book.bids[at + 1]!);
      for (let at = 0; at < book.asks.length; at += 2) this.#setLevel(ASK, book.asks[at]!, book.asks[at + 1]!);
    }
    this.#onBook(ts);
  }

  onGap(fromMs: EpochMs, toMs: EpochMs): void {
    this.gap = [fromMs, toMs];
  }

  onRow(kind: RowKind, ts: EpochMs, price: PriceTicks, lots: Lots, tradeId: number): void {
    this.#beforeEvent(ts);
    if (isTrade(kind)) this.#addTrade(kind === ROW_KIND.buy ? 'buy' : 'sell', ts, price, lots, tradeId);
    else if (kind === ROW_KIND.bookReset) {
      this.#beforeChange(ts);
      this.#clearBook();
      this.isBookKnown = false;
      this.#onBook(ts);
    } else {
      this.#beforeChange(ts);
      this.isBookKnown ||= lots > 0;
      this.#setLevel(kind, price, lots);
      this.follower?.onLevel(kind, price, lots);
      for (const follower of this.bookFollowers) follower.onLevel(kind, price, lots, ts);
    }
  }

  /** A candle that closed at `ts`, where no events are recorded. */
  onCandle(candle: PastCandle, ts: EpochMs): void {
    this.#beforeEvent(ts);
    this.candles.addClosed(candle);
    this.#closedToMs = ts;
  }

  /** Trades from `fromMs` on that no candle has: their minute, in which the recording began, is not over. */
  tradesWithoutCandle(fromMs: EpochMs): PastTrade[] {
    const firstMs = Math.max(fromMs, this.#closedToMs);
    if (firstMs >= this.#candlesFromMs) return [];
    const end = this.trades.findIndex(({ ts }) => ts >= this.#candlesFromMs);
    return this.trades.slice(0, end < 0 ? Infinity : end).filter(({ ts }) => ts >= firstMs);
  }

  /** The book is no longer known: nothing was recorded from `ts` on. */
  loseBook(ts: EpochMs): void {
    if (!this.isBookKnown) return;
    this.#clearBook();
    this.isBookKnown = false;
    this.#onBook(ts);
  }

  /** Whole seconds before `ts` are over. */
  passTo(ts: EpochMs): void {
    if (ts < this.#hashAtMs) return;
    if (!this.#isHashed) this.#addState();
    this.#isHashed = true;
    this.#hashAtMs = nextSecond(ts);
  }

  #beforeEvent(ts: EpochMs): void {
    this.passTo(ts);
    this.#isHashed = false;
    this.played += 1;
  }

  #beforeChange(ts: EpochMs): void {
    for (const follower of this.bookFollowers) follower.beforeChange(ts);
  }

  #onBook(ts: EpochMs): void {
    this.follower?.onBook();
    for (const follower of this.bookFollowers) follower.onBook(ts);
  }

  #addState(): void {
    const hash = this.#hash;
    for (const value of [this.#hashAtMs, this.checksum, this.bids.size, this.asks.size, this.trades.length])
      hash.add(value);
    const trade = this.trades.at(-1);
    if (trade) for (const value of [trade.id, trade.priceTicks, trade.lots, trade.ts]) hash.add(value);
    const { last } = this.candles;
    if (last)
      for (const value of [last.startMs, last.open, last.high, last.low, last.close, last.lots]) hash.add(value);
    this.follower?.addTo(hash);
  }

  #addTrade(side: 'buy' | 'sell', ts: EpochMs, priceTicks: PriceTicks, lots: Lots, id: number): void {
    const trade = { id, priceTicks, lots, side, ts };
    if (this.trades.length >= 2 * MIN_TRADES) {
      this.beforeTradesGo();
      this.trades.splice(0, MIN_TRADES);
    }
    this.trades.push(trade);
    this.tradeVersion += 1;
    const counted = countedMs(ts, this.#newestTradeMs);
    this.#newestTradeMs = Math.max(this.#newestTradeMs, counted);
    if (counted >= this.#candlesFromMs) this.candles.addTrade(counted, priceTicks, lots);
    this.follower?.onTrade(trade);
  }

  #clearBook(): void {
    this.bids.clear();
    this.asks.clear();
    this.checksum = 0;
    this.bookVersion += 1;
  }

  #setLevel(side: SideCode, price: PriceTicks, lots: Lots): void {
    const levels = side === BID ? this.bids : this.asks;
    this.checksum = (this.checksum + levelChange(side, price, levels.get(price) ?? 0, lots)) >>> 0;
    if (lots > 0) levels.set(price, lots);
    else levels.delete(price);
    this.bookVersion += 1;
  }
}

function nextSecond(ts: EpochMs): EpochMs {
  return Math.floor(ts / HASH_EVERY_MS) * HASH_EVERY_MS + HASH_EVERY_MS;
}
