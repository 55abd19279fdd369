// The last trades of one market, as a ring buffer of columns.
import type { Side } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

/** Capacity; the oldest trade is overwritten. The call returns at most 200. */
const CAPACITY = 256;

export interface TradeRow {
  id: number;
  priceTicks: PriceTicks;
  lots: Lots;
  side: Side;
  ts: EpochMs;
}

export class TradeRing {
  /** Id of the newest trade, 0 before the first. */
  lastId = 0;
  lastTicks: PriceTicks = 0;
  size = 0;
  #next = 0;
  readonly #ids = new Float64Array(CAPACITY);
  readonly #prices = new Float64Array(CAPACITY);
  readonly #lots = new Float64Array(CAPACITY);
  readonly #times = new Float64Array(CAPACITY);
  readonly #buys = new Uint8Array(CAPACITY);

  /** Adds a trade. Returns false for one that is in there already (id not above the newest). */
  push(trade: TradeRow): boolean {
    if (trade.id <= this.lastId) return false;
    const at = this.#next;
    this.#ids[at] = trade.id;
    this.#prices[at] = trade.priceTicks;
    this.#lots[at] = trade.lots;
    this.#times[at] = trade.ts;
    this.#buys[at] = trade.side === 'buy' ? 1 : 0;
    this.#next = (at + 1) % CAPACITY;
    this.size = Math.min(this.size + 1, CAPACITY);
    this.lastId = trade.id;
    this.lastTicks = trade.priceTicks;
    return true;
  }

  /** The newest `count` trades, newest first; fewer when the ring holds fewer. */
  newest(count: number): TradeRow[] {
    return Array.from({ length: Math.min(count, this.size) }, (_, age) => this.at(age));
  }

  /** The trade `age` places before the newest (0). `age` must be below `size`. */
  at(age: number): TradeRow {
    const at = (this.#next - 1 - age + 2 * CAPACITY) % CAPACITY;
    return {
      id: this.#ids[at] ?? 0,
      priceTicks: this.#prices[at] ?? 0,
      lots: this.#lots[at] ?? 0,
      side: this.#buys[at] === 1 ? 'buy' : 'sell',
      ts: this.#times[at] ?? 0,
    };
  }
}
