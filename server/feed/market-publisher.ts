// One market with its topics: applies events and publishes what changed, at once or at its interval.
import type { ProofTick } from '../../core/proofs/proof.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { BookTopic } from './topics/book-topic.ts';
import type { CandlesTopic } from './topics/candles-topic.ts';
import type { Market } from './feed-market.ts';
import type { MarkTopic } from './topics/mark-topic.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import { Newest, type IndexTicksTopic } from './topics/index-ticks-topic.ts';
import type { TradesTopic } from './topics/trades-topic.ts';
import { WholeBook } from './topics/whole-book-topic.ts';

export class MarketPublisher {
  readonly market: Market;
  readonly books = new Set<BookTopic>();
  readonly candles = new Set<CandlesTopic>();
  trades: TradesTopic | null = null;
  mark: MarkTopic | null = null;
  qtTicks: IndexTicksTopic | null = null;
  /** The newest index ticks with their hashes. */
  readonly newestQtTicks = new Newest<ProofTick>();
  #freshTrades = 0;

  constructor(market: Market) {
    this.market = market;
  }

  apply(event: MarketEvent): void {
    switch (event.kind) {
      case 'level': {
        if (event.lots > 0) this.market.lost = false;
        const before = this.market.book.set(event.side, event.priceTicks, event.lots);
        if (before === event.lots) return;
        for (const book of this.books) if (book instanceof WholeBook) book.touch(event.side, event.priceTicks, before);
        return;
      }
      case 'trade':
        if (this.market.trade(event)) this.#freshTrades += 1;
        return;
      case 'bookReset':
        this.market.book.clear();
        this.market.lost = true;
        for (const book of this.books) book.reset();
    }
  }

  /** After the last event of a batch: stamps it, and tells those who want every change. */
  flushBatch(ts: EpochMs): void {
    this.market.ts = ts;
    if (this.#freshTrades > 0) this.trades?.publishNewest(this.#freshTrades);
    this.#freshTrades = 0;
    for (const book of this.books) if (book.intervalMs === 0) book.flush();
  }

  /** Tells the books of one pace. */
  flushBooks(intervalMs: number): void {
    for (const book of this.books) if (book.intervalMs === intervalMs) book.flush();
  }

  flushCandles(): void {
    for (const topic of this.candles) topic.flush();
  }
}
