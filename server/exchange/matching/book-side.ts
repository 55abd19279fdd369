// One side of a book: price levels in a sorted array, best last, each a queue of orders linked in order of arrival.
import type { Lots, PriceTicks } from '../../../core/units/units.ts';

/** What an order must have to rest in a book. What it has open is `lots - dealLots`. */
export interface Resting<T> {
  readonly id: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  dealLots: Lots;
  /** Level it rests in, and its neighbours there: `prev` arrived earlier. */
  level: Level<T> | null;
  prev: T | null;
  next: T | null;
}

/** All orders at one price. `lots` is the sum of what they have open. */
export interface Level<T> {
  readonly priceTicks: PriceTicks;
  lots: Lots;
  head: T | null;
  tail: T | null;
}

export class BookSide<T extends Resting<T>> {
  /** Worst price first, so that the best, where almost everything happens, is cheap to add and to take away. */
  readonly levels: Level<T>[] = [];
  /** Turns "better" into "greater": 1 for bids, -1 for asks. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  best(): Level<T> | undefined {
    return this.levels[this.levels.length - 1];
  }

  /** Lots at a price; 0 where there is no level. */
  lotsAt(priceTicks: PriceTicks): Lots {
    const level = this.levels[this.#place(priceTicks)];
    return level?.priceTicks === priceTicks ? level.lots : 0;
  }

  /** Puts the order behind the others at its price (M1). */
  add(order: T): Level<T> {
    const at = this.#place(order.priceTicks);
    let level = this.levels[at];
    if (level?.priceTicks !== order.priceTicks) {
      level = { priceTicks: order.priceTicks, lots: 0, head: null, tail: null };
      this.levels.splice(at, 0, level);
    }
    level.lots += order.lots - order.dealLots;
    order.level = level;
    order.prev = level.tail;
    if (level.tail) level.tail.next = order;
    else level.head = order;
    level.tail = order;
    return level;
  }

  /** Takes a resting order out, with what it has open; an empty level goes too. */
  remove(order: T): Level<T> {
    const level = order.level;
    if (!level) throw new Error(`order ${order.id} does not rest`);
    level.lots -= order.lots - order.dealLots;
    this.#unlink(order, level);
    return level;
  }

  /** Counts lots that were traded of a resting order; with its last it leaves the book. */
  fill(order: T, level: Level<T>, lots: Lots): void {
    order.dealLots += lots;
    level.lots -= lots;
    if (order.dealLots === order.lots) this.#unlink(order, level);
  }

  #unlink(order: T, level: Level<T>): void {
    if (order.prev) order.prev.next = order.next;
    else level.head = order.next;
    if (order.next) order.next.prev = order.prev;
    else level.tail = order.prev;
    order.level = order.prev = order.next = null;
    if (level.head === null) this.#drop(level);
  }

  #drop(level: Level<T>): void {
    if (this.best() === level) this.levels.pop();
    else this.levels.splice(this.#place(level.priceTicks), 1);
  }

  /** Index of the first level that is not worse than the price. */
  #place(priceTicks: PriceTicks): number {
    const { levels } = this;
    const key = priceTicks * this.#sign;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (levels[middle]!.priceTicks * this.#sign < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
