// One side of a venue's book: levels by price, sorted so that it can be cut, checksummed and compared with the other.
import type { Lots, PriceTicks } from '../units/units.ts';

interface VenueLevel {
  lots: Lots;
  /** Decimals as the venue sent them. */
  price: string;
  amount: string;
}

export class VenueSide {
  readonly #levels = new Map<PriceTicks, VenueLevel>();
  /** Prices best first. */
  readonly #ranked: PriceTicks[] = [];
  readonly #sign: number;
  readonly #depth: number;

  /** `sign` is +1 for asks (lowest first), -1 for bids. `depth` Infinity keeps every level. */
  constructor(sign: 1 | -1, depth: number) {
    this.#sign = sign;
    this.#depth = depth;
  }

  get size(): number {
    return this.#levels.size;
  }

  /** Sets a level and returns whether anything changed; removing an unknown level is normal. */
  set(priceTicks: PriceTicks, lots: Lots, price: string, amount: string): boolean {
    const before = this.#levels.get(priceTicks);
    if (lots === 0) {
      if (!before) return false;
      this.#levels.delete(priceTicks);
      this.#ranked.splice(this.#rank(priceTicks), 1);
      return true;
    }
    this.#levels.set(priceTicks, { lots, price, amount });
    if (!before) this.#ranked.splice(this.#rank(priceTicks), 0, priceTicks);
    return before?.lots !== lots;
  }

  /** Cuts to the depth and returns the removed prices. The venue sends no removal for them. */
  cut(): PriceTicks[] {
    if (this.#ranked.length <= this.#depth) return [];
    const fallen = this.#ranked.splice(this.#depth);
    for (const priceTicks of fallen) this.#levels.delete(priceTicks);
    return fallen;
  }

  /** Level at a rank (0 = best); undefined beyond the last. */
  at(rank: number): VenueLevel | undefined {
    const priceTicks = this.#ranked[rank];
    return priceTicks === undefined ? undefined : this.#levels.get(priceTicks);
  }

  /** The best price; NaN where there is none. */
  get bestTicks(): PriceTicks {
    return this.#ranked[0] ?? NaN;
  }

  clear(): void {
    this.#levels.clear();
    this.#ranked.length = 0;
  }

  /** Index of a price, or where it would be inserted. */
  #rank(priceTicks: PriceTicks): number {
    let low = 0;
    let high = this.#ranked.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sign * (this.#ranked[middle] ?? 0) < this.#sign * priceTicks) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
