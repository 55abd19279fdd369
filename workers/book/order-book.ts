// One order book: two sides and the checksum over all levels, cut to its depth after each change.
import { ASK, BID, levelChange } from '../../core/feed/checksum.ts';
import type { Rows } from '../decode/rows.ts';
import { BookSide } from './book-side.ts';

/** Levels of a message, rows of [price in ticks, lots], with its sequence, time and checksum. */
export interface BookChange {
  seq: number;
  ts: number;
  /** Checksum of the book after the change (uint32). */
  cs: number;
  bids: Rows;
  asks: Rows;
}

export class OrderBook {
  readonly bids = new BookSide(BID);
  readonly asks = new BookSide(ASK);
  /** Maximum levels a side; Infinity for all. */
  readonly #depth: number;
  /** Sum of level hashes, as a signed 32-bit integer. */
  #sum = 0;
  seq = -1;
  /** The exchange's time of the last change, ms since the epoch. */
  ts = NaN;

  /** `depth` as in the subscription: 0 keeps every level. */
  constructor(depth: number) {
    this.#depth = depth === 0 ? Infinity : depth;
  }

  get checksum(): number {
    return this.#sum >>> 0;
  }

  /** Whether the best bid is not below the best ask, which is never so at an exchange. */
  get isCrossed(): boolean {
    return this.bids.priceAt(0) >= this.asks.priceAt(0);
  }

  /** Replaces all levels. Returns whether the checksum matches. */
  replace(snapshot: BookChange): boolean {
    this.bids.clear();
    this.asks.clear();
    this.#sum = 0;
    return this.apply(snapshot);
  }

  /** Sets levels to absolute amounts in the given order and cuts to the depth. Returns whether the checksum matches. */
  apply(change: BookChange): boolean {
    this.#merge(this.bids, change.bids);
    this.#merge(this.asks, change.asks);
    this.#cut(this.bids);
    this.#cut(this.asks);
    this.seq = change.seq;
    this.ts = change.ts;
    return this.#sum >>> 0 === change.cs;
  }

  #merge(side: BookSide, rows: Rows): void {
    const { data, count } = rows;
    const code = side.side;
    let sum = this.#sum;
    for (let row = 0, at = 0; row < count; row++, at += 2) {
      const price = data[at]!;
      const lots = data[at + 1]!;
      const before = side.set(price, lots);
      if (before !== lots) sum = (sum + levelChange(code, price, before, lots)) | 0;
    }
    this.#sum = sum;
  }

  #cut(side: BookSide): void {
    while (side.length > this.#depth) {
      const worst = side.length - 1;
      this.#sum = (this.#sum + levelChange(side.side, side.priceAt(worst), side.lotsAt(worst), 0)) | 0;
      side.dropWorst();
    }
  }
}
