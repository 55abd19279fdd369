// Book topic of a limited depth: the top levels now against the top levels told before.
import { BID, levelChange } from '../../contract/checksum.ts';
import type { BookSide } from './book.ts';
import { BookTopic, type BookTopicOptions } from './book-topic.ts';
import type { Market } from './market.ts';

/** Levels of one side as the readers have them, best first. */
class Told {
  readonly prices: Float64Array;
  readonly lots: Float64Array;
  size = 0;

  constructor(depth: number) {
    this.prices = new Float64Array(depth);
    this.lots = new Float64Array(depth);
  }

  take(side: BookSide): void {
    this.size = Math.min(side.size, this.prices.length);
    for (let rank = 0; rank < this.size; rank += 1) {
      this.prices[rank] = side.priceAt(rank);
      this.lots[rank] = side.lotsAt(rank);
    }
  }

  json(market: Market): string {
    let text = '';
    for (let rank = 0; rank < this.size; rank += 1) {
      text += (rank === 0 ? '' : ',') + market.levelJson(this.prices[rank] ?? 0, this.lots[rank] ?? 0);
    }
    return `[${text}]`;
  }
}

/** The view is the best `depth` levels of each side. Readers cut to `depth` after each delta, so a level pushed out is not named. */
export class TopBook extends BookTopic {
  readonly #bids: Told;
  readonly #asks: Told;
  #seen: number;

  constructor(options: BookTopicOptions) {
    super(options);
    this.#bids = new Told(options.depth);
    this.#asks = new Told(options.depth);
    this.#seen = this.market.book.version;
    this.restart();
  }

  protected restart(): void {
    const { bids, asks, version } = this.market.book;
    this.#bids.size = 0;
    this.#asks.size = 0;
    this.cs = 0;
    this.#diff(bids, this.#bids);
    this.#diff(asks, this.#asks);
    this.#seen = version;
  }

  protected changes(): { asks: string; bids: string } | null {
    const { bids, asks, version } = this.market.book;
    if (version === this.#seen) return null;
    this.#seen = version;
    const changedAsks = this.#diff(asks, this.#asks);
    const changedBids = this.#diff(bids, this.#bids);
    return changedAsks === '' && changedBids === '' ? null : { asks: `[${changedAsks}]`, bids: `[${changedBids}]` };
  }

  protected told(): { asks: string; bids: string } {
    return { asks: this.#asks.json(this.market), bids: this.#bids.json(this.market) };
  }

  /** Merges told and present levels, both best first: changed levels as JSON, checksum and told levels brought up to date. */
  #diff(side: BookSide, told: Told): string {
    const sign = side.code === BID ? 1 : -1;
    const count = Math.min(side.size, this.depth);
    let text = '';
    let cs = this.cs;
    let old = 0;
    let rank = 0;
    while (old < told.size || rank < count) {
      const oldPrice = told.prices[old] ?? 0;
      const price = side.priceAt(rank);
      const oldKey = old < told.size ? sign * oldPrice : -Infinity;
      const key = rank < count ? sign * price : -Infinity;
      const before = oldKey >= key;
      const now = key >= oldKey;
      const lotsBefore = before ? (told.lots[old] ?? 0) : 0;
      const lots = now ? side.lotsAt(rank) : 0;
      if (before) old += 1;
      if (now) rank += 1;
      if (lotsBefore === lots) continue;
      const at = now ? price : oldPrice;
      cs = (cs + levelChange(side.code, at, lotsBefore, lots)) | 0;
      const pushedOut = !now && rank === this.depth;
      if (!pushedOut) text += (text === '' ? '' : ',') + this.market.levelJson(at, lots);
    }
    this.cs = cs;
    told.take(side);
    return text;
  }
}
