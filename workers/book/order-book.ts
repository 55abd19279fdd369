// One order book: two sides, the running checksum over every level, cut to its depth after each change.
import { ASK, BID, levelChange } from '../../core/feed/checksum.ts';
import type { Rows } from '../decode/rows.ts';
import { BookSide } from './book-side.ts';

/** Levels of a message: rows of [price in ticks, lots], and what it says of itself. */
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
  /** Most levels a side; Infinity for all. */
  private readonly depth: number;
  /** Sum of level hashes, as a signed 32-bit integer. */
  private sum = 0;
  seq = -1;
  /** Engine's stamp of the last change, ms. */
  ts = NaN;

  /** `depth` as the wire has it: 0 keeps every level. */
  constructor(depth: number) {
    this.depth = depth === 0 ? Infinity : depth;
  }

  get checksum(): number {
    return this.sum >>> 0;
  }

  /** Whether somebody bids what another asks: no exchange's book stands so. */
  get crossed(): boolean {
    return this.bids.priceAt(0) >= this.asks.priceAt(0);
  }

  /** Replaces everything. Returns whether the checksum agrees. */
  replace(snapshot: BookChange): boolean {
    this.bids.clear();
    this.asks.clear();
    this.sum = 0;
    return this.apply(snapshot);
  }

  /** Applies absolute amounts in their order, cuts to depth. Returns whether the checksum agrees. */
  apply(change: BookChange): boolean {
    this.merge(this.bids, change.bids);
    this.merge(this.asks, change.asks);
    this.cut(this.bids);
    this.cut(this.asks);
    this.seq = change.seq;
    this.ts = change.ts;
    return this.sum >>> 0 === change.cs;
  }

  private merge(side: BookSide, rows: Rows): void {
    const { data, count } = rows;
    const code = side.side;
    let sum = this.sum;
    for (let row = 0, at = 0; row < count; row++, at += 2) {
      const price = data[at]!;
      const lots = data[at + 1]!;
      const before = side.set(price, lots);
      if (before !== lots) sum = (sum + levelChange(code, price, before, lots)) | 0;
    }
    this.sum = sum;
  }

  private cut(side: BookSide): void {
    while (side.length > this.depth) {
      const worst = side.length - 1;
      this.sum = (this.sum + levelChange(side.side, side.priceAt(worst), side.lotsAt(worst), 0)) | 0;
      side.dropWorst();
    }
  }
}
