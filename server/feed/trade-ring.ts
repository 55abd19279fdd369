// The last trades of one market, in a ring of columns.
import type { Side } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

/** Trades kept per market; older ones are forgotten (the call offers at most 200). */
const RING_TRADES = 256;

/** A trade as the ring tells it. */
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
  readonly #ids = new Float64Array(RING_TRADES);
  readonly #prices = new Float64Array(RING_TRADES);
  readonly #lots = new Float64Array(RING_TRADES);
  readonly #times = new Float64Array(RING_TRADES);
  readonly #buys = new Uint8Array(RING_TRADES);

  /** Takes a trade; one that was heard before (id not above the newest) is left out and answers false. */
  push(trade: TradeRow): boolean {
    if (trade.id <= this.lastId) return false;
    const at = this.#next;
    this.#ids[at] = trade.id;
    this.#prices[at] = trade.priceTicks;
    this.#lots[at] = trade.lots;
    this.#times[at] = trade.ts;
    this.#buys[at] = trade.side === 'buy' ? 1 : 0;
    this.#next = (at + 1) % RING_TRADES;
    this.size = Math.min(this.size + 1, RING_TRADES);
    this.lastId = trade.id;
    this.lastTicks = trade.priceTicks;
    return true;
  }

  /** The newest `count` trades, as many of them as are kept; newest first. */
  newest(count: number): TradeRow[] {
    return Array.from({ length: Math.min(count, this.size) }, (_, age) => this.at(age));
  }

  /** The trade `age` places before the newest (0). `age` must be below `size`. */
  at(age: number): TradeRow {
    const at = (this.#next - 1 - age + 2 * RING_TRADES) % RING_TRADES;
    return {
      id: this.#ids[at] ?? 0,
      priceTicks: this.#prices[at] ?? 0,
      lots: this.#lots[at] ?? 0,
      side: this.#buys[at] === 1 ? 'buy' : 'sell',
      ts: this.#times[at] ?? 0,
    };
  }
}
