// One side of a book: price levels in a sorted array, best last, each a queue of orders linked in order of arrival.
import type { Lots, PriceTicks } from '../../../contract/units.ts';
import { type LiveOrder, openLots } from './live-order.ts';

/** All orders at one price. `lots` is the sum of what they have open. */
export interface Level {
  readonly priceTicks: PriceTicks;
  lots: Lots;
  head: LiveOrder | null;
  tail: LiveOrder | null;
}

export class BookSide {
  /** Worst price first, so that the best, where almost everything happens, is cheap to add and to take away. */
  readonly levels: Level[] = [];
  /** Turns "better" into "greater": 1 for bids, -1 for asks. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  best(): Level | undefined {
    return this.levels[this.levels.length - 1];
  }

  /** Lots at a price; 0 where there is no level. */
  lotsAt(priceTicks: PriceTicks): Lots {
    const level = this.levels[this.#place(priceTicks)];
    return level?.priceTicks === priceTicks ? level.lots : 0;
  }

  /** Puts the order behind the others at its price (M1). */
  add(order: LiveOrder): Level {
    const at = this.#place(order.priceTicks);
    let level = this.levels[at];
    if (level?.priceTicks !== order.priceTicks) {
      level = { priceTicks: order.priceTicks, lots: 0, head: null, tail: null };
      this.levels.splice(at, 0, level);
    }
    level.lots += openLots(order);
    order.level = level;
    order.prev = level.tail;
    if (level.tail) level.tail.next = order;
    else level.head = order;
    level.tail = order;
    return level;
  }

  /** Takes a resting order out, with what it has open; an empty level goes too. */
  remove(order: LiveOrder): Level {
    const level = order.level;
    if (!level) throw new Error(`order ${order.id} does not rest`);
    level.lots -= openLots(order);
    if (order.prev) order.prev.next = order.next;
    else level.head = order.next;
    if (order.next) order.next.prev = order.prev;
    else level.tail = order.prev;
    order.level = order.prev = order.next = null;
    if (level.head === null) this.#drop(level);
    return level;
  }

  #drop(level: Level): void {
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
