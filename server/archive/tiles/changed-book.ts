// A book that changes far more often than it is read: sizes by price, put in order where it is read.
import { ASK, BID, type SideCode } from '../../../core/feed/checksum.ts';
import type { BookCopy } from '../../../core/market-data/archive-block.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';

const FIRST_CAPACITY = 256;
/** Most books are within this many ticks: no two of their prices have one place. A power of two. */
const PLACES = 2_048;

/** One side. A level has a slot from its first size on, and keeps it without any. */
class ChangedSide {
  readonly #slots = new Map<PriceTicks, number>();
  /** Slot of the price that was set last of those with one place, which is found several times as fast. */
  readonly #places = new Uint32Array(PLACES);
  /** NaN for slots that no level has. */
  #prices = new Float64Array(FIRST_CAPACITY).fill(NaN);
  #lots = new Float64Array(FIRST_CAPACITY);
  /** The first slots, best level first; those after them are new. */
  #order: Uint32Array;
  /** +1 where a higher price is better (bids), -1 for asks. */
  readonly #sign: number;

  /** Levels from the best to the worst, as price and lots in turn. */
  constructor(code: SideCode, levels: Float64Array) {
    this.#sign = code === BID ? 1 : -1;
    for (let at = 0; at < levels.length; at += 2) this.#add(levels[at]!, levels[at + 1]!);
    this.#order = Uint32Array.from({ length: this.#slots.size }, (_, slot) => slot);
  }

  set(price: PriceTicks, lots: Lots): void {
    const place = price & (PLACES - 1);
    if (this.#prices[this.#places[place]!] !== price) {
      const slot = this.#slots.get(price);
      if (slot === undefined) {
        if (lots > 0) this.#add(price, lots);
        return;
      }
      this.#places[place] = slot;
    }
    this.#lots[this.#places[place]!] = lots;
  }

  levels(): Float64Array {
    if (this.#order.length < this.#slots.size) this.#sort();
    // Read once: looks at private members take a third of the time of a copy.
    const [order, prices, lots] = [this.#order, this.#prices, this.#lots];
    const levels = new Float64Array(2 * order.length);
    let size = 0;
    for (let at = 0; at < order.length; at++) {
      const slot = order[at]!;
      if (lots[slot] === 0) continue;
      levels[size++] = prices[slot]!;
      levels[size++] = lots[slot]!;
    }
    return levels.subarray(0, size);
  }

  #add(price: PriceTicks, lots: Lots): void {
    const slot = this.#slots.size;
    if (slot === this.#prices.length) this.#grow();
    this.#slots.set(price, slot);
    this.#prices[slot] = price;
    this.#lots[slot] = lots;
  }

  /** Merges the few new slots into the order. */
  #sort(): void {
    const before = this.#order;
    const isBetter = (a: number, b: number): boolean => this.#sign * (this.#prices[a]! - this.#prices[b]!) > 0;
    const added = Array.from({ length: this.#slots.size - before.length }, (_, at) => before.length + at);
    added.sort((a, b) => this.#sign * (this.#prices[b]! - this.#prices[a]!));
    const order = new Uint32Array(this.#slots.size);
    let from = 0;
    let size = 0;
    for (const slot of added) {
      while (from < before.length && isBetter(before[from]!, slot)) order[size++] = before[from++]!;
      order[size++] = slot;
    }
    order.set(before.subarray(from), size);
    this.#order = order;
  }

  #grow(): void {
    const prices = new Float64Array(this.#prices.length * 2).fill(NaN);
    prices.set(this.#prices);
    this.#prices = prices;
    const lots = new Float64Array(prices.length);
    lots.set(this.#lots);
    this.#lots = lots;
  }
}

type Sides = Readonly<Record<SideCode, ChangedSide>>;

export class ChangedBook {
  #whole: BookCopy = { bids: new Float64Array(0), asks: new Float64Array(0), isLost: false };
  /** Null until the book changes: many are read as they are. */
  #sides: Sides | null = null;

  /** Replaces all levels. */
  replace(book: BookCopy): void {
    this.#whole = book;
    this.#sides = null;
  }

  /** Sets a level; 0 lots remove it. */
  set(side: SideCode, price: PriceTicks, lots: Lots): void {
    this.#sides ??= sidesOf(this.#whole);
    this.#sides[side].set(price, lots);
  }

  /** As of now. */
  copy(): BookCopy {
    const sides = this.#sides;
    return sides ? { bids: sides[BID].levels(), asks: sides[ASK].levels(), isLost: false } : this.#whole;
  }
}

function sidesOf({ bids, asks }: BookCopy): Sides {
  return { 1: new ChangedSide(BID, bids), 2: new ChangedSide(ASK, asks) };
}
