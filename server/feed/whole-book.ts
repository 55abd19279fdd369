// Book topic of every level: changed levels are noted as they change, so a flush costs what changed, not what stands.
import { ASK, BID, type SideCode, levelChange, levelHash } from '../../contract/checksum.ts';
import type { Lots, PriceTicks } from '../../contract/units.ts';
import type { BookSide } from './book.ts';
import { BookTopic, type BookTopicOptions } from './book-topic.ts';

export class WholeBook extends BookTopic {
  /** Lots as told, of levels touched since the last flush. */
  readonly #bids = new Map<PriceTicks, Lots>();
  readonly #asks = new Map<PriceTicks, Lots>();

  constructor(options: BookTopicOptions) {
    super(options);
    this.restart();
  }

  /** Hears of every level change as it happens. */
  touch(side: SideCode, price: PriceTicks, before: Lots): void {
    const touched = side === BID ? this.#bids : this.#asks;
    if (!touched.has(price)) touched.set(price, before);
  }

  protected restart(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.cs = 0;
    for (const side of [this.market.book.bids, this.market.book.asks]) {
      for (let rank = 0; rank < side.size; rank += 1) this.cs = (this.cs + levelHash(side.code, side.priceAt(rank), side.lotsAt(rank))) | 0;
    }
  }

  protected changes(): { asks: string; bids: string } | null {
    const asks = this.#drain(ASK, this.#asks);
    const bids = this.#drain(BID, this.#bids);
    return asks === '' && bids === '' ? null : { asks: `[${asks}]`, bids: `[${bids}]` };
  }

  protected told(): { asks: string; bids: string } {
    return { asks: this.#json(this.market.book.asks), bids: this.#json(this.market.book.bids) };
  }

  #drain(code: SideCode, touched: Map<PriceTicks, Lots>): string {
    const side = this.market.book.side(code);
    let text = '';
    for (const [price, before] of touched) {
      const lots = side.lotsOf(price);
      if (lots === before) continue;
      this.cs = (this.cs + levelChange(code, price, before, lots)) | 0;
      text += (text === '' ? '' : ',') + this.market.levelJson(price, lots);
    }
    touched.clear();
    return text;
  }

  #json(side: BookSide): string {
    const levels: string[] = [];
    for (let rank = 0; rank < side.size; rank += 1) levels.push(this.market.levelJson(side.priceAt(rank), side.lotsAt(rank)));
    return `[${levels.join(',')}]`;
  }
}
