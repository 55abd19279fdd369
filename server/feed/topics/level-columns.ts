// Levels of one side of a book as two columns, collected for a message.
import type { Lots, PriceTicks } from '../../../core/units/units.ts';

/** The first `size` entries are valid; `lots` 0: the level is removed. */
export interface LevelColumns {
  readonly prices: ArrayLike<PriceTicks>;
  readonly lots: ArrayLike<Lots>;
  readonly size: number;
}

export class LevelList implements LevelColumns {
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
