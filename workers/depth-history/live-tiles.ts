// The live book at one resolution: tiles of columns, of which the oldest are dropped.
import { TILE_COLUMNS } from '../../chart/heat-map/heat-tiles.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import type { OrderBook } from '../book/order-book.ts';
import { LiveTile } from './live-tile.ts';

/** Most tiles of a resolution: 51 minutes of columns of a second, two days of columns of a minute. */
const MAX_TILES = 24;

export class LiveTiles {
  readonly columnMs: number;
  readonly levelTicks: number;
  /** Ascending; those between which nothing is known are not next to each other. */
  readonly tiles: LiveTile[] = [];
  /** Columns from this one on have the book as it is, unless it changes before they end. */
  #openColumn = NaN;
  /** The column in which the book became known. */
  #begunColumn = NaN;
  /** Of the recorder, when the running column was last written. */
  #writtenRevision = -1;

  constructor(columnMs: number, levelTicks: number) {
    this.columnMs = columnMs;
    this.levelTicks = levelTicks;
  }

  /** The book is known from here on. */
  start(ts: EpochMs): void {
    this.#openColumn = this.#begunColumn = this.#columnOf(ts);
  }

  /** The book changes at `ts`: what it was until then is the content of all columns that ended before. */
  close(ts: EpochMs, book: OrderBook): void {
    const column = this.#columnOf(ts);
    if (column > this.#openColumn) this.#write(column - 1, book, true);
    else this.#reopen(column);
    this.#openColumn = column;
  }

  /** Writes the running column at `ts`, which may change again; once a revision of the recorder. */
  refresh(ts: EpochMs, book: OrderBook, revision: number): void {
    if (revision === this.#writtenRevision) return;
    this.#writtenRevision = revision;
    const column = this.#columnOf(ts);
    if (column > this.#openColumn) this.close(ts, book);
    this.#write(column, book, false);
  }

  /** The book is no longer known at `ts`, and trades of up to `lateMs` before it may be missed. */
  lose(ts: EpochMs, lateMs: number): void {
    const column = this.#columnOf(ts);
    const tile = this.tiles.at(-1);
    const place = tile ? column - this.#firstOf(tile) : -1;
    if (tile && place >= 0 && place < tile.columns) tile.forget(place);
    const late = this.#columnOf(ts - lateMs);
    for (const { cut, fromMs } of this.tiles) {
      const first = fromMs / this.columnMs;
      cut.fill(1, Math.max(0, late - first), Math.max(0, column - first));
    }
    this.#openColumn = NaN;
  }

  addTrade(ts: EpochMs, price: PriceTicks, sold: Lots, bought: Lots): void {
    const column = this.#columnOf(ts);
    const tile = this.#tileOf(column);
    tile?.addTrade(column - this.#firstOf(tile), price, sold, bought);
  }

  #columnOf(ts: EpochMs): number {
    return Math.floor(ts / this.columnMs);
  }

  #firstOf(tile: LiveTile): number {
    return tile.fromMs / this.columnMs;
  }

  /** Writes the book to the columns from the open one to `last`, which `isOver` or still runs. */
  #write(last: number, book: OrderBook, isOver: boolean): void {
    let from = Math.max(this.#openColumn, last - MAX_TILES * TILE_COLUMNS + 1);
    while (from <= last) {
      const tile = this.#tileOf(from);
      const first = from - (from % TILE_COLUMNS);
      const to = Math.min(last, first + TILE_COLUMNS - 1);
      tile?.write(from - first, to - first, book);
      if (tile && this.#begunColumn >= from && this.#begunColumn <= to) tile.cut[this.#begunColumn - first] = 1;
      if (tile) tile.finalColumns = Math.max(tile.finalColumns, to - first + (isOver || to < last ? 1 : 0));
      from = to + 1;
    }
  }

  #reopen(column: number): void {
    const first = column - (column % TILE_COLUMNS);
    for (const tile of this.tiles) {
      const tileFirst = this.#firstOf(tile);
      if (tileFirst >= first) tile.reopen(Math.max(0, column - tileFirst));
    }
  }

  /** The tile of a column; null for one that was dropped already. */
  #tileOf(column: number): LiveTile | null {
    const first = column - (column % TILE_COLUMNS);
    const { tiles } = this;
    let at = tiles.length;
    while (at > 0 && this.#firstOf(tiles[at - 1]!) > first) at--;
    const before = tiles[at - 1];
    if (before && this.#firstOf(before) === first) return before;
    if (at === 0 && tiles.length === MAX_TILES) return null;
    const tile = new LiveTile(first * this.columnMs, this.columnMs, this.levelTicks);
    tiles.splice(at, 0, tile);
    if (tiles.length > MAX_TILES) tiles.shift();
    return tile;
  }
}
