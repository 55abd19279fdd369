// Levels of one side of a book as two columns, as a topic gathers them for a message.
import type { Lots, PriceTicks } from '../../../core/units/units.ts';

/** The first `size` entries count; `lots` 0: the level is gone. */
export interface Levels {
  readonly prices: ArrayLike<PriceTicks>;
  readonly lots: ArrayLike<Lots>;
  readonly size: number;
}

/** Levels that are gathered one by one. */
export class LevelList implements Levels {
  readonly prices: PriceTicks[] = [];
  readonly lots: Lots[] = [];

  get size(): number {
    return this.prices.length;
  }

  add(price: PriceTicks, lots: Lots): void {
    this.prices.push(price);
    this.lots.push(lots);
  }

  clear(): void {
    this.prices.length = this.lots.length = 0;
  }
}
