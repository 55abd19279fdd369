// Applies one market's events and publishes the changes to its topics, at once or at an interval.
import type { ProofTick } from '../../core/proofs/proof.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { BookTopic } from './topics/book-topic.ts';
import type { CandlesTopic } from './topics/candles-topic.ts';
import type { FeedMarket } from './feed-market.ts';
import type { MarkTopic } from './topics/mark-topic.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import type { IndexTicksTopic } from './topics/index-ticks-topic.ts';
import { RecentItems } from './topics/recent-items.ts';
import type { TradesTopic } from './topics/trades-topic.ts';
import { FullBookTopic } from './topics/full-book-topic.ts';

export class MarketPublisher {
  readonly market: FeedMarket;
  readonly books = new Set<BookTopic>();
  readonly candles = new Set<CandlesTopic>();
  trades: TradesTopic | null = null;
  mark: MarkTopic | null = null;
  indexTicks: IndexTicksTopic | null = null;
  /** The latest index ticks with their hashes. */
  readonly recentIndexTicks = new RecentItems<ProofTick>();
  #newTrades = 0;

  constructor(market: FeedMarket) {
    this.market = market;
  }

  apply(event: MarketEvent): void {
    switch (event.kind) {
      case 'level': {
        if (event.lots > 0) this.market.isBookLost = false;
        const before = this.market.book.set(event.side, event.priceTicks, event.lots);
        if (before === event.lots) return;
        for (const book of this.books)
          if (book instanceof FullBookTopic) book.recordChange(event.side, event.priceTicks, before);
        return;
      }
      case 'trade':
        if (this.market.addTrade(event)) this.#newTrades += 1;
        return;
      case 'bookReset':
        this.market.book.clear();
        this.market.isBookLost = true;
        for (const book of this.books) book.reset();
    }
  }

  /** Ends a batch of events: sets the time, and publishes trades and the books without an interval. */
  flushBatch(ts: EpochMs): void {
    this.market.ts = ts;
    if (this.#newTrades > 0) this.trades?.publishNewest(this.#newTrades);
    this.#newTrades = 0;
    for (const book of this.books) if (book.intervalMs === 0) book.flush();
  }

  /** Publishes the books of one interval. */
  flushBooks(intervalMs: number): void {
    for (const book of this.books) if (book.intervalMs === intervalMs) book.flush();
  }

  flushCandles(): void {
    for (const topic of this.candles) topic.flush();
  }
}
