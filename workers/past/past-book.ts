// The whole book of a replayed market, followed from event to event at the replay's own time.
import { BID, type SideCode } from '../../core/feed/checksum.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import type { BookWatcher } from '../book/book-sync.ts';
import { OrderBook } from '../book/order-book.ts';
import type { FollowedBook } from '../depth-history/depth-store.ts';
import type { BookFollower } from './past-market.ts';
import type { PastSession } from './past-session.ts';

export class PastBook implements FollowedBook, BookFollower {
  readonly book = new OrderBook(0);
  readonly #session: PastSession;
  #watcher: BookWatcher | null = null;
  #isLive = false;

  constructor(session: PastSession) {
    this.#session = session;
    session.market.bookFollowers.add(this);
  }

  watch(watcher: BookWatcher): void {
    this.#watcher = watcher;
    this.onBook(this.#session.atMs);
  }

  asOf(): EpochMs {
    return this.#session.atMs;
  }

  beforeChange(ts: EpochMs): void {
    if (this.#isLive) this.#watcher?.beforeChange(ts);
  }

  onLevel(side: SideCode, priceTicks: PriceTicks, lots: Lots, ts: EpochMs): void {
    (side === BID ? this.book.bids : this.book.asks).set(priceTicks, lots);
    this.#setLive(ts);
  }

  onBook(ts: EpochMs): void {
    const { bids, asks } = this.#session.market;
    for (const [own, levels] of [
      [this.book.bids, bids],
      [this.book.asks, asks],
    ] as const) {
      own.clear();
      for (const [price, lots] of levels) own.set(price, lots);
    }
    this.#setLive(ts);
  }

  release(): void {
    this.#session.market.bookFollowers.delete(this);
    this.#watcher = null;
  }

  #setLive(ts: EpochMs): void {
    // A book is followed from its first level on: without any there is no price to show it at.
    const isLive = this.#session.market.isBookKnown && this.book.bids.length + this.book.asks.length > 0;
    if (isLive === this.#isLive || !this.#watcher) return;
    this.#isLive = isLive;
    if (isLive) this.#watcher.onLive(ts);
    else this.#watcher.onLost();
  }
}
