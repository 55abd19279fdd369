// Trades and book changes of one market as typed columns, in the order in which they happened.
import { ASK, BID } from '../feed/checksum.ts';
import type { EpochMs } from '../units/time.ts';
import type { Lots, PriceTicks } from '../units/units.ts';

/** What a row of the columns is. The numbers are stored. */
export const ROW_KIND = { bookReset: 0, bid: BID, ask: ASK, buy: 3, sell: 4 } as const;
export type RowKind = (typeof ROW_KIND)[keyof typeof ROW_KIND];
/** Number of kinds. */
export const ROW_KINDS = 5;

export function isTrade(kind: number): kind is typeof ROW_KIND.buy | typeof ROW_KIND.sell {
  return kind === ROW_KIND.buy || kind === ROW_KIND.sell;
}

const FIRST_CAPACITY = 1024;

export class EventColumns {
  size = 0;
  kinds: Uint8Array<ArrayBuffer>;
  /** ms; of a level the time of its command, of a trade its own. */
  times: Float64Array<ArrayBuffer>;
  prices: Float64Array<ArrayBuffer>;
  lots: Float64Array<ArrayBuffer>;
  /** Numbers of trades; 0 in other rows. */
  tradeIds: Float64Array<ArrayBuffer>;

  /** With room for so many rows; more are added all the same. */
  constructor(capacity = FIRST_CAPACITY) {
    this.kinds = new Uint8Array(capacity);
    this.times = new Float64Array(capacity);
    this.prices = new Float64Array(capacity);
    this.lots = new Float64Array(capacity);
    this.tradeIds = new Float64Array(capacity);
  }

  add(kind: RowKind, ts: EpochMs, price: PriceTicks, lots: Lots, tradeId: number): void {
    if (this.size === this.kinds.length) this.#grow();
    this.kinds[this.size] = kind;
    this.times[this.size] = ts;
    this.prices[this.size] = price;
    this.lots[this.size] = lots;
    this.tradeIds[this.size] = tradeId;
    this.size += 1;
  }

  /** As of now. */
  copy(): EventColumns {
    const same = new EventColumns();
    same.size = this.size;
    same.kinds = this.kinds.slice();
    same.times = this.times.slice();
    same.prices = this.prices.slice();
    same.lots = this.lots.slice();
    same.tradeIds = this.tradeIds.slice();
    return same;
  }

  /** Those from `fromTs` to before `toTs`. */
  between(fromTs: EpochMs, toTs: EpochMs): EventColumns {
    const some = new EventColumns();
    for (let at = 0; at < this.size; at++) {
      const ts = this.times[at]!;
      if (ts >= fromTs && ts < toTs)
        some.add(this.kinds[at] as RowKind, ts, this.prices[at]!, this.lots[at]!, this.tradeIds[at]!);
    }
    return some;
  }

  #grow(): void {
    const capacity = Math.max(FIRST_CAPACITY, this.size * 2);
    const kinds = new Uint8Array(capacity);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const next = new Float64Array(capacity);
      next.set(column);
      return next;
    };
    this.times = grown(this.times);
    this.prices = grown(this.prices);
    this.lots = grown(this.lots);
    this.tradeIds = grown(this.tradeIds);
  }
}
