// Book topic of limited depth: compares the best levels with those published before.
import { BID, levelChange } from '../../../core/feed/checksum.ts';
import type { FullBookSide } from '../full-book.ts';
import { BookTopic, type BookTopicOptions, type BookLevels } from './book-topic.ts';
import { LevelList, type LevelColumns } from './level-columns.ts';

/** Published levels of one side, best first. */
class SentLevels implements LevelColumns {
  readonly prices: Float64Array;
  readonly lots: Float64Array;
  size = 0;

  constructor(depth: number) {
    this.prices = new Float64Array(depth);
    this.lots = new Float64Array(depth);
  }

  copyFrom(side: FullBookSide): void {
    this.size = Math.min(side.size, this.prices.length);
    for (let rank = 0; rank < this.size; rank += 1) {
      this.prices[rank] = side.priceAt(rank);
      this.lots[rank] = side.lotsAt(rank);
    }
  }
}

/**
 * The view is the best `depth` levels of each side. Clients cut to `depth` after each delta, so a level that was pushed
 * out is not sent as removed.
 */
export class TopBookTopic extends BookTopic {
  readonly #bids: SentLevels;
  readonly #asks: SentLevels;
  readonly #changed = { asks: new LevelList(), bids: new LevelList() };
  #publishedVersion: number;

  constructor(options: BookTopicOptions) {
    super(options);
    this.#bids = new SentLevels(options.depth);
    this.#asks = new SentLevels(options.depth);
    this.#publishedVersion = this.market.book.version;
    this.restart();
  }

  protected restart(): void {
    const { bids, asks, version } = this.market.book;
    this.#bids.size = 0;
    this.#asks.size = 0;
    this.cs = 0;
    this.#diff(bids, this.#bids, this.#changed.bids);
    this.#diff(asks, this.#asks, this.#changed.asks);
    this.#publishedVersion = version;
  }

  protected changes(): BookLevels | null {
    const { bids, asks, version } = this.market.book;
    if (version === this.#publishedVersion) return null;
    this.#publishedVersion = version;
    const changed = this.#changed;
    this.#diff(asks, this.#asks, changed.asks);
    this.#diff(bids, this.#bids, changed.bids);
    return changed.asks.size + changed.bids.size === 0 ? null : changed;
  }

  protected sentLevels(): BookLevels {
    return { asks: this.#asks, bids: this.#bids };
  }

  /**
   * Merges published and current levels, both best first: collects the changes and updates checksum and published
   * levels.
   */
  #diff(side: FullBookSide, sentLevels: SentLevels, changed: LevelList): void {
    const sign = side.code === BID ? 1 : -1;
    const count = Math.min(side.size, this.depth);
    changed.clear();
    let cs = this.cs;
    let old = 0;
    let rank = 0;
    while (old < sentLevels.size || rank < count) {
      const oldPrice = sentLevels.prices[old] ?? 0;
      const price = side.priceAt(rank);
      const oldKey = old < sentLevels.size ? sign * oldPrice : -Infinity;
      const key = rank < count ? sign * price : -Infinity;
      const before = oldKey >= key;
      const now = key >= oldKey;
      const lotsBefore = before ? (sentLevels.lots[old] ?? 0) : 0;
      const lots = now ? side.lotsAt(rank) : 0;
      if (before) old += 1;
      if (now) rank += 1;
      if (lotsBefore === lots) continue;
      const at = now ? price : oldPrice;
      cs = (cs + levelChange(side.code, at, lotsBefore, lots)) | 0;
      const pushedOut = !now && rank === this.depth;
      if (!pushedOut) changed.add(at, lots);
    }
    this.cs = cs;
    sentLevels.copyFrom(side);
  }
}
