// Order book of the depth chart: levels of both sides with cumulative sizes, best first, in ticks and
// lots.
import { BOOK_FIELD, BOOK_STATE, LEVEL_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

const FIRST_CAPACITY = 256;

/** One side. Prices run away from the other side; `totals[i]` is the sum of lots from the best level to level `i`. */
export class DepthSide {
  /** Which way prices run with the level: -1 bids, 1 asks. */
  readonly way: -1 | 1;
  count = 0;
  /** Levels the book has; more than `count` where the picture is cut. */
  levels = 0;
  prices = new Float64Array(FIRST_CAPACITY);
  totals = new Float64Array(FIRST_CAPACITY);

  constructor(way: -1 | 1) {
    this.way = way;
  }

  /** Best price in ticks; NaN for an empty side. */
  get best(): PriceTicks {
    return this.count > 0 ? this.prices[0]! : NaN;
  }
  get worst(): PriceTicks {
    return this.count > 0 ? this.prices[this.count - 1]! : NaN;
  }
  get total(): Lots {
    return this.count > 0 ? this.totals[this.count - 1]! : 0;
  }

  lotsAt(level: number): Lots {
    return level === 0 ? this.totals[0]! : this.totals[level]! - this.totals[level - 1]!;
  }

  /** How many levels are at `ticks` or better. */
  levelsTo(ticks: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.prices[middle]! - ticks) * this.way <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Sum of lots at `ticks` or better. */
  totalTo(ticks: number): Lots {
    const levels = this.levelsTo(ticks);
    return levels === 0 ? 0 : this.totals[levels - 1]!;
  }

  /** Takes `count` rows of LEVEL_FIELD at `columns[at]`. */
  read(columns: Float64Array, at: number, count: number, levels: number): void {
    if (count > this.prices.length) {
      this.prices = new Float64Array(count * 2);
      this.totals = new Float64Array(count * 2);
    }
    for (let i = 0, from = at; i < count; i += 1, from += LEVEL_FIELD.size) {
      this.prices[i] = columns[from + LEVEL_FIELD.price]!;
      this.totals[i] = columns[from + LEVEL_FIELD.total]!;
    }
    this.count = count;
    this.levels = levels;
  }
}

export class DepthBook {
  readonly bids = new DepthSide(-1);
  readonly asks = new DepthSide(1);
  /** One of BOOK_STATE. */
  state: number = BOOK_STATE.loading;

  /** Copies a book section (without its head). Its levels must be single ticks, not joined ones. */
  read(columns: Float64Array, at: number): void {
    const bids = columns[at + BOOK_FIELD.bids]!;
    const first = at + BOOK_FIELD.size;
    this.state = columns[at + BOOK_FIELD.state]!;
    this.bids.read(columns, first, bids, columns[at + BOOK_FIELD.bidLevels]!);
    this.asks.read(
      columns,
      first + bids * LEVEL_FIELD.size,
      columns[at + BOOK_FIELD.asks]!,
      columns[at + BOOK_FIELD.askLevels]!,
    );
  }

  /**
   * Middle of the best prices, in ticks and maybe half a tick; the only side's best where one is empty, NaN where both
   * are.
   */
  get mid(): number {
    const { bids, asks } = this;
    if (bids.count === 0) return asks.best;
    return asks.count === 0 ? bids.best : (bids.best + asks.best) / 2;
  }
}
