// Order book of the depth chart: levels of both sides, best first, with cumulative lots.
import { BOOK_FIELD, BOOK_STATE, LEVEL_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

const FIRST_CAPACITY = 256;

/**
 * One side. Prices run away from the other side; `totalLots[i]` is the sum of lots from the best level to level `i`.
 */
export class DepthSide {
  /** Which way prices run with the level: -1 bids, 1 asks. */
  readonly way: -1 | 1;
  count = 0;
  /** Levels the book has; more than `count` where the picture is cut. */
  levels = 0;
  priceTicks = new Float64Array(FIRST_CAPACITY);
  totalLots = new Float64Array(FIRST_CAPACITY);

  constructor(way: -1 | 1) {
    this.way = way;
  }

  /** Price of the best level; NaN for an empty side. */
  get bestTicks(): PriceTicks {
    return this.count > 0 ? this.priceTicks[0]! : NaN;
  }
  /** Price of the last level; NaN for an empty side. */
  get worstTicks(): PriceTicks {
    return this.count > 0 ? this.priceTicks[this.count - 1]! : NaN;
  }
  /** Sum of all levels. */
  get allLots(): Lots {
    return this.count > 0 ? this.totalLots[this.count - 1]! : 0;
  }

  lotsAt(level: number): Lots {
    return level === 0 ? this.totalLots[0]! : this.totalLots[level]! - this.totalLots[level - 1]!;
  }

  /** How many levels are at `ticks` or better. */
  levelsTo(ticks: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.priceTicks[middle]! - ticks) * this.way <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Sum of lots at `ticks` or better. */
  totalTo(ticks: number): Lots {
    const levels = this.levelsTo(ticks);
    return levels === 0 ? 0 : this.totalLots[levels - 1]!;
  }

  /** Copies `count` rows of LEVEL_FIELD at `columns[at]`. */
  read(columns: Float64Array, at: number, count: number, levels: number): void {
    if (count > this.priceTicks.length) {
      this.priceTicks = new Float64Array(count * 2);
      this.totalLots = new Float64Array(count * 2);
    }
    for (let i = 0, from = at; i < count; i += 1, from += LEVEL_FIELD.size) {
      this.priceTicks[i] = columns[from + LEVEL_FIELD.price]!;
      this.totalLots[i] = columns[from + LEVEL_FIELD.total]!;
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
  get midTicks(): number {
    const { bids, asks } = this;
    if (bids.count === 0) return asks.bestTicks;
    return asks.count === 0 ? bids.bestTicks : (bids.bestTicks + asks.bestTicks) / 2;
  }
}
