// One tile of the live book: columns that are written as time passes, with levels that grow with the book.
import { type HeatTile, type HeatTrades, TILE_COLUMNS } from '../../chart/heat-map/heat-tiles.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import type { BookSide } from '../book/book-side.ts';
import type { OrderBook } from '../book/order-book.ts';

/** Levels further from the best price are left out: more than a screen has px. */
const MAX_BESIDE = 1024;
/** Most levels of a tile: where the price went further, those far from it are left out of earlier columns too. */
const MAX_LEVELS = 8 * MAX_BESIDE;
/** Share of levels that is added as spare ones when a tile grows. */
const SPARE = 0.25;
const FIRST_TRADES = 64;

class TileTrades implements HeatTrades {
  count = 0;
  revision = 0;
  column = new Uint8Array(FIRST_TRADES);
  level = new Float64Array(FIRST_TRADES);
  sold = new Float64Array(FIRST_TRADES);
  bought = new Float64Array(FIRST_TRADES);
  /** Entry of each level in the newest column, by level. */
  readonly #entries = new Map<number, number>();
  #newest = -1;
  /** 1: what is traded in the column is not taken. */
  readonly #dropped = new Uint8Array(TILE_COLUMNS);

  /** Forgets what was traded in a column, and takes no more of it: another tile has all of it. */
  drop(dropped: number): void {
    this.#dropped[dropped] = 1;
    const { column, level, sold, bought, count } = this;
    this.#entries.clear();
    let to = 0;
    for (let at = 0; at < count; at++) {
      if (column[at] === dropped) continue;
      if (column[at] === this.#newest) this.#entries.set(level[at]!, to);
      for (const values of [column, level, sold, bought]) values[to] = values[at]!;
      to++;
    }
    for (const values of [sold, bought]) values.fill(0, to, count);
    if (to < count) this.revision++;
    this.count = to;
  }

  add(column: number, level: number, sold: Lots, bought: Lots): void {
    if (this.#dropped[column] === 1) return;
    const at = column < this.#newest ? this.#find(column, level) : this.#entryOf(column, level);
    this.sold[at]! += sold;
    this.bought[at]! += bought;
    this.revision++;
  }

  #entryOf(column: number, level: number): number {
    if (column > this.#newest) this.#entries.clear();
    this.#newest = column;
    let at = this.#entries.get(level);
    if (at === undefined) this.#entries.set(level, (at = this.#append(column, level)));
    return at;
  }

  /** Trades that came late. */
  #find(column: number, level: number): number {
    for (let at = this.count - 1; at >= 0; at--) if (this.column[at] === column && this.level[at] === level) return at;
    return this.#append(column, level);
  }

  #append(column: number, level: number): number {
    if (this.count === this.column.length) this.#grow();
    this.column[this.count] = column;
    this.level[this.count] = level;
    return this.count++;
  }

  #grow(): void {
    const size = this.count * 2;
    const wider = (values: Float64Array): Float64Array<ArrayBuffer> => {
      const copy = new Float64Array(size);
      copy.set(values);
      return copy;
    };
    const columns = new Uint8Array(size);
    columns.set(this.column);
    this.column = columns;
    this.level = wider(this.level);
    this.sold = wider(this.sold);
    this.bought = wider(this.bought);
  }
}

export class LiveTile implements HeatTile {
  readonly fromMs: number;
  readonly columnMs: number;
  readonly levelTicks: number;
  lowLevel = 0;
  levels = 0;
  columns = 0;
  finalColumns = 0;
  lots = new Float32Array(0);
  readonly known = new Uint8Array(TILE_COLUMNS);
  /** 1: trades of the column may be missing, as the recording began in it or was lost soon after it. */
  readonly cut = new Uint8Array(TILE_COLUMNS);
  readonly bestBids = new Float64Array(TILE_COLUMNS);
  readonly bestAsks = new Float64Array(TILE_COLUMNS);
  readonly trades = new TileTrades();
  revision = 0;
  shape = 0;

  constructor(fromMs: number, columnMs: number, levelTicks: number) {
    this.fromMs = fromMs;
    this.columnMs = columnMs;
    this.levelTicks = levelTicks;
  }

  /** Writes the book to columns `[from, to]`. */
  write(from: number, to: number, book: OrderBook): void {
    this.#makeSpace(book);
    const { levels } = this;
    const start = from * levels;
    this.lots.fill(0, start, start + levels);
    this.#addSide(book.bids, start);
    this.#addSide(book.asks, start);
    for (let column = from + 1; column <= to; column++) this.lots.copyWithin(column * levels, start, start + levels);
    this.known.fill(1, from, to + 1);
    this.bestBids.fill(book.bids.priceAt(0), from, to + 1);
    this.bestAsks.fill(book.asks.priceAt(0), from, to + 1);
    this.columns = Math.max(this.columns, to + 1);
    this.revision++;
  }

  /** All that was traded in a column is in a tile of the past. */
  dropTrades(column: number): void {
    const { revision } = this.trades;
    this.trades.drop(column);
    if (this.trades.revision > revision) this.revision++;
  }

  /** The book at the end of a column turned out to be unknown. */
  forget(column: number): void {
    const start = column * this.levels;
    this.lots.fill(0, start, start + this.levels);
    this.known[column] = 0;
    this.#changed();
  }

  /** Columns from this one on may change again. */
  reopen(column: number): void {
    if (column >= this.finalColumns) return;
    this.finalColumns = column;
    this.#changed();
  }

  addTrade(column: number, price: PriceTicks, sold: Lots, bought: Lots): void {
    this.trades.add(column, Math.floor(price / this.levelTicks), sold, bought);
    this.revision++;
  }

  #changed(): void {
    this.shape++;
    this.revision++;
  }

  #addSide({ keys, lots, start, end }: BookSide, at: number): void {
    const { lots: cells, levelTicks, lowLevel, levels } = this;
    for (let i = start; i < end; i++) {
      const level = Math.floor(Math.abs(keys[i]!) / levelTicks) - lowLevel;
      if (level >= 0 && level < levels) cells[at + level]! += lots[i]!;
    }
  }

  /** Makes the levels reach from the worst bid to the worst ask, as far as `MAX_BESIDE` allows. */
  #makeSpace({ bids, asks }: OrderBook): void {
    if (bids.length + asks.length === 0) return;
    const levelOf = (price: PriceTicks): number => Math.floor(price / this.levelTicks);
    const best = levelOf(bids.length > 0 ? bids.priceAt(0) : asks.priceAt(0));
    const worstBid = levelOf(bids.length > 0 ? bids.priceAt(bids.length - 1) : asks.priceAt(0));
    const worstAsk = levelOf(asks.length > 0 ? asks.priceAt(asks.length - 1) : bids.priceAt(0));
    const low = Math.max(worstBid, best - MAX_BESIDE, 0);
    const high = Math.min(worstAsk, best + MAX_BESIDE) + 1;
    const isEmpty = this.levels === 0;
    const end = this.lowLevel + this.levels;
    if (!isEmpty && low >= this.lowLevel && high <= end) return;
    const spare = Math.ceil((high - low) * SPARE);
    const spareLow = Math.max(0, low - spare);
    const toLow = isEmpty || low < this.lowLevel ? spareLow : this.lowLevel;
    const toEnd = isEmpty || high > end ? high + spare : end;
    if (toEnd - toLow <= MAX_LEVELS) this.#reshape(toLow, toEnd - toLow);
    else this.#reshape(spareLow, high + spare - spareLow);
  }

  #reshape(lowLevel: number, levels: number): void {
    const { lots, levels: had, lowLevel: from } = this;
    const made = new Float32Array(TILE_COLUMNS * levels);
    const first = Math.min(had, Math.max(0, lowLevel - from));
    const end = Math.max(first, Math.min(had, lowLevel + levels - from));
    if (end > first)
      for (let column = 0; column < this.columns; column++)
        made.set(lots.subarray(column * had + first, column * had + end), column * levels + from + first - lowLevel);
    this.lots = made;
    this.lowLevel = lowLevel;
    this.levels = levels;
    this.#changed();
  }
}
