// The full book of one market: two sides as sorted columns of ticks and lots.
import { ASK, BID, type SideCode } from '../../core/feed/checksum.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

const FIRST_CAPACITY = 256;

/** One side, worst level first: most changes are near the best price, where an insert moves few elements. */
export class FullBookSide {
  readonly code: SideCode;
  size = 0;
  #prices = new Float64Array(FIRST_CAPACITY);
  #lots = new Float64Array(FIRST_CAPACITY);
  /** +1 where a higher price is better (bids), -1 for asks. */
  readonly #sign: number;

  constructor(code: SideCode) {
    this.code = code;
    this.#sign = code === BID ? 1 : -1;
  }

  /** Price of the level `rank` places from the best (0); NaN beyond the last. */
  priceAt(rank: number): PriceTicks {
    return rank < this.size ? (this.#prices[this.size - 1 - rank] ?? NaN) : NaN;
  }

  lotsAt(rank: number): Lots {
    return rank < this.size ? (this.#lots[this.size - 1 - rank] ?? 0) : 0;
  }

  lotsOf(price: PriceTicks): Lots {
    const at = this.#find(price);
    return at < this.size && this.#prices[at] === price ? (this.#lots[at] ?? 0) : 0;
  }

  /** Sets a level (0 lots removes it) and returns its lots before. */
  set(price: PriceTicks, lots: Lots): Lots {
    const at = this.#find(price);
    const found = at < this.size && this.#prices[at] === price;
    const before = found ? (this.#lots[at] ?? 0) : 0;
    if (found && lots > 0) this.#lots[at] = lots;
    else if (found) this.#remove(at);
    else if (lots > 0) this.#insert(at, price, lots);
    return before;
  }

  clear(): void {
    this.size = 0;
  }

  /** Index of the first level that is not worse than `price`. */
  #find(price: PriceTicks): number {
    let low = 0;
    let high = this.size;
    const wanted = this.#sign * price;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sign * (this.#prices[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #remove(at: number): void {
    this.#prices.copyWithin(at, at + 1, this.size);
    this.#lots.copyWithin(at, at + 1, this.size);
    this.size -= 1;
  }

  #insert(at: number, price: PriceTicks, lots: Lots): void {
    if (this.size === this.#prices.length) this.#grow();
    this.#prices.copyWithin(at + 1, at, this.size);
    this.#lots.copyWithin(at + 1, at, this.size);
    this.#prices[at] = price;
    this.#lots[at] = lots;
    this.size += 1;
  }

  #grow(): void {
    const prices = new Float64Array(this.size * 2);
    const lots = new Float64Array(this.size * 2);
    prices.set(this.#prices);
    lots.set(this.#lots);
    this.#prices = prices;
    this.#lots = lots;
  }
}

/**
 * Both sides. `version` never decreases and is the `seq` of book messages: the number of the command that changed the
 * book last, which is the same in every process; where changes have no number, a count of them.
 */
export class FullBook {
  readonly bids = new FullBookSide(BID);
  readonly asks = new FullBookSide(ASK);
  version = 0;

  side(code: SideCode): FullBookSide {
    return code === BID ? this.bids : this.asks;
  }

  /** Sets a level and returns its lots before. */
  set(code: SideCode, price: PriceTicks, lots: Lots): Lots {
    const before = this.side(code).set(price, lots);
    if (before !== lots) this.version += 1;
    return before;
  }

  clear(): void {
    this.bids.clear();
    this.asks.clear();
    this.version += 1;
  }
}
