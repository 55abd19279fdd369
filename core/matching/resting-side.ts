// One side of a book: levels in a sorted array, best last, each a linked queue of orders.
import type { Lots, PriceTicks } from '../units/units.ts';

/** Fields of an order that rests in a book. Its open part is `lots - dealLots`. */
export interface RestingOrder<T> {
  readonly id: number;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  dealLots: Lots;
  /** Its level, and its neighbours there: `prev` arrived earlier. */
  level: Level<T> | null;
  prev: T | null;
  next: T | null;
}

/** All orders at one price. `lots` is the sum of their open parts. */
export interface Level<T> {
  readonly priceTicks: PriceTicks;
  lots: Lots;
  head: T | null;
  tail: T | null;
}

export class RestingSide<T extends RestingOrder<T>> {
  /** Worst price first: changes at the best price, the most frequent ones, are at the end of the array. */
  readonly levels: Level<T>[] = [];
  /** Makes a better price the greater number: 1 for bids, -1 for asks. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  best(): Level<T> | undefined {
    return this.levels[this.levels.length - 1];
  }

  /** Lots at a price; 0 where there is no level. */
  lotsAt(priceTicks: PriceTicks): Lots {
    const level = this.levels[this.#indexOf(priceTicks)];
    return level?.priceTicks === priceTicks ? level.lots : 0;
  }

  /** Adds the order behind the others at its price (M1). */
  add(order: T): Level<T> {
    const at = this.#indexOf(order.priceTicks);
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

  /**
   * Removes a resting order with its open part; an empty level is removed too. Throws Error when the order does not
   * rest.
   */
  remove(order: T): Level<T> {
    const level = order.level;
    if (!level) throw new Error(`order ${order.id} does not rest`);
    level.lots -= order.lots - order.dealLots;
    this.#unlink(order, level);
    return level;
  }

  /** Counts filled lots of a resting order; a filled order leaves the book. */
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
    if (level.head === null) this.#removeLevel(level);
  }

  #removeLevel(level: Level<T>): void {
    if (this.best() === level) this.levels.pop();
    else this.levels.splice(this.#indexOf(level.priceTicks), 1);
  }

  /** Position of the first level that is not worse than the price. */
  #indexOf(priceTicks: PriceTicks): number {
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
