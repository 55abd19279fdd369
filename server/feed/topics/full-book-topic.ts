// Book topic of all levels: changes are recorded as they happen, so a flush costs what changed.
import { ASK, BID, type SideCode, levelChange, levelHash } from '../../../core/feed/checksum.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';
import type { FullBookSide } from '../full-book.ts';
import { BookTopic, type BookTopicOptions, type BookLevels } from './book-topic.ts';
import { LevelList } from './level-columns.ts';

export class FullBookTopic extends BookTopic {
  /** Published lots of the levels touched since the last flush. */
  readonly #bids = new Map<PriceTicks, Lots>();
  readonly #asks = new Map<PriceTicks, Lots>();
  readonly #changed = { asks: new LevelList(), bids: new LevelList() };

  constructor(options: BookTopicOptions) {
    super(options);
    this.restart();
  }

  /** Records a level change as it happens. */
  recordChange(side: SideCode, price: PriceTicks, before: Lots): void {
    const touched = side === BID ? this.#bids : this.#asks;
    if (!touched.has(price)) touched.set(price, before);
  }

  protected restart(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.cs = 0;
    for (const side of [this.market.book.bids, this.market.book.asks]) {
      for (let rank = 0; rank < side.size; rank += 1)
        this.cs = (this.cs + levelHash(side.code, side.priceAt(rank), side.lotsAt(rank))) | 0;
    }
  }

  protected changes(): BookLevels | null {
    const changed = this.#changed;
    this.#drain(ASK, this.#asks, changed.asks);
    this.#drain(BID, this.#bids, changed.bids);
    return changed.asks.size + changed.bids.size === 0 ? null : changed;
  }

  protected sentLevels(): BookLevels {
    return { asks: listed(this.market.book.asks), bids: listed(this.market.book.bids) };
  }

  #drain(code: SideCode, touched: Map<PriceTicks, Lots>, changed: LevelList): void {
    const side = this.market.book.side(code);
    changed.clear();
    for (const [price, before] of touched) {
      const lots = side.lotsOf(price);
      if (lots === before) continue;
      this.cs = (this.cs + levelChange(code, price, before, lots)) | 0;
      changed.add(price, lots);
    }
    touched.clear();
  }
}

/** All levels of a side, best first. */
function listed(side: FullBookSide): LevelList {
  const levels = new LevelList();
  for (let rank = 0; rank < side.size; rank += 1) levels.add(side.priceAt(rank), side.lotsAt(rank));
  return levels;
}
