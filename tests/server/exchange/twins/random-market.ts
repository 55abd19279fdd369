// Prices of a random exchange that wander and jump, and random choices among its markets.
import { TICKS } from '../../../support/exchange/contract-fixture.ts';
import { BTC, COIN, DOGE, PERPETUAL } from '../../../support/exchange/spot-fixture.ts';
import type { Plan } from './random-scenario.ts';

export class RandomMarket {
  readonly #world: Plan['world'];
  readonly random: () => number;
  /** Prices of a coin on BTC's grid in USDT, and DOGE in ticks. */
  readonly #prices = new Map<number, number>();
  #doge = 10_000;

  constructor(world: Plan['world'], random: () => number) {
    this.#world = world;
    this.random = random;
  }

  /** The next price of DOGE in ticks. */
  moveDoge(): number {
    this.#doge += this.whole(200) - 100;
    return this.#doge;
  }

  whole(below: number): number {
    return Math.floor(this.random() * below);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(list.length)]!;
  }

  /** Any coin with a spot market, BTC as often as all others; `btc`: on its grid. */
  coin(grid: 'any' | 'btc' = 'any'): number {
    const { spots } = this.#world;
    const others = grid === 'any' ? spots.slice(1) : spots.slice(2);
    return others.length === 0 || this.random() < 0.5 ? BTC : this.pick(others);
  }

  perp(): number {
    const { perps } = this.#world;
    return perps.length === 1 ? perps[0]! : this.pick(perps);
  }

  /** Price in USDT of a coin, or of a perpetual's. */
  price(id: number): number {
    return this.#prices.get(id > 100 ? this.#spotOf(id) : id) ?? 20_000;
  }

  wander(coin: number): void {
    this.#prices.set(
      coin,
      Math.max(
        9_000,
        Math.round(this.price(coin) * (1 + (this.random() - 0.5) * (this.random() < 0.1 ? 0.08 : 0.004))),
      ),
    );
  }

  /** A coin's price near its middle, and lots that are often round, so that orders fill exactly. */
  near(coinInfoId: number): { priceTicks: number; lots: number } {
    const far = this.random() < 0.01 ? 0.85 : 1;
    if (coinInfoId === DOGE)
      return {
        priceTicks: Math.round((this.#doge + this.whole(60) - 30) * far),
        lots: this.pick([100, 250, 1000, 1 + this.whole(3000)]),
      };
    return {
      priceTicks: Math.round((this.price(coinInfoId) * 20 + this.whole(240) - 120) * far),
      lots: this.pick([1000, 5000, 10_000, 1 + this.whole(50_000), this.random() < 0.02 ? 200_000_000 : 2000]),
    };
  }

  /** A price of a perpetual beyond the middle in a direction. */
  beyond(perp: number, direction: 'long' | 'short', parts: number): number {
    return Math.round(this.price(perp) * TICKS * (1 + (direction === 'long' ? parts : -parts)));
  }

  slip(): number {
    return this.random() < 0.1 ? this.whole(300_000) : 0;
  }

  anyCoin(): number {
    return this.random() < 0.02 ? this.pick([PERPETUAL, 999]) : this.pick(this.#world.coins);
  }

  units(): bigint {
    if (this.random() < 0.03) return BigInt(this.whole(3) - 2);
    return BigInt(1 + this.whole(900)) * this.pick([1n, 977n, COIN / 1000n, COIN, COIN]) + BigInt(this.whole(5));
  }

  #spotOf(perp: number): number {
    return perp === 102 ? BTC : perp - 100;
  }
}
