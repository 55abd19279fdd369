// Records one market's whole book and its trades as time passes, at several resolutions at once.
import type { HeatSource, HeatTile } from '../../chart/heat-map/heat-tiles.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { DEPTH_COLUMN_MS } from '../../core/market-data/depth-tile.ts';
import { LATE_MS, LEVEL_TICKS } from '../../core/market-data/tile.ts';
import { DAY_MS, MINUTE_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type PriceTicks, stepsToNumber } from '../../core/units/units.ts';
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { BookWatcher } from '../book/book-sync.ts';
import type { OrderBook } from '../book/order-book.ts';
import type { Rows } from '../decode/rows.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import type { HeatUpdate } from '../../core/worker-protocol/heat-update.ts';
import { HeatWriter } from './heat-writer.ts';
import { LiveTiles } from './live-tiles.ts';
import { PastTiles } from './past-tiles.ts';

/** Height of a level of columns of a minute as a share of the price; that of others grows with the root of the time. */
const MINUTE_LEVEL = 0.000_12;
const BUY = 1;
/** From a second to four hours: finer and longer columns show nothing that these do not. */
const RESOLUTIONS = DEPTH_COLUMN_MS.slice(1, 9);

/** Ticks of a level at a price: the next lower one of `LEVEL_TICKS`. */
function depthLevelTicks(price: PriceTicks, columnMs: number): number {
  const wanted = price * MINUTE_LEVEL * Math.sqrt(columnMs / MINUTE_MS);
  return LEVEL_TICKS.findLast((ticks) => ticks <= wanted) ?? LEVEL_TICKS[0]!;
}

/** Follows the recorded book. */
export interface BookListener {
  /** The book is about to change as of `ts`. */
  beforeChange?(ts: EpochMs): void;
  /** The book is known from `ts` on. */
  onLive(ts: EpochMs): void;
  /** It is now `ts`, in another column than before, and the book is what it was until then. */
  onColumns(ts: EpochMs): void;
  /** It was known until `asOfMs`. */
  onLost(asOfMs: EpochMs): void;
}

/**
 * The book is copied when a column ends and, of the resolution that is shown, once a frame: a change costs two
 * comparisons.
 */
export class DepthRecorder implements BookWatcher, HeatSource {
  readonly columnMs = RESOLUTIONS;
  readonly tickPrice: number;
  readonly lotCoins: number;
  revision = 0;
  isLive = false;
  readonly listeners = new Set<BookListener>();
  /** Empty before the first book: levels depend on its price. */
  #resolutions: LiveTiles[] = [];
  /** Trades may come this long after they were made. */
  readonly #lateMs: number;
  readonly #followed: { readonly book: OrderBook };
  /** Null where tiles cannot be loaded. */
  readonly #past: PastTiles | null;
  /** The shortest column that runs. */
  #columnStart = NaN;
  #columnEnd = NaN;
  #asOfMs = -Infinity;
  #startMs = NaN;
  #lastTradeId = -1;

  /** `onChange` is called when a tile of the past has come. */
  constructor(
    { info, price, amount }: Instrument,
    followed: { readonly book: OrderBook },
    tiles: Tiles | null,
    onChange = () => {},
  ) {
    this.tickPrice = stepsToNumber(1, price);
    this.lotCoins = stepsToNumber(1, amount);
    this.#lateMs = info.watchOnly === 1 ? LATE_MS : 0;
    this.#followed = followed;
    this.#past =
      tiles &&
      new PastTiles(tiles, info.id, () => {
        this.revision++;
        onChange();
      });
  }

  beforeChange(at: EpochMs): void {
    if (!this.isLive) return;
    const ts = this.#isNear(at) ? at : this.#asOfMs;
    if (ts >= this.#columnEnd || ts < this.#columnStart) this.#closeColumns(ts);
    if (ts > this.#asOfMs) this.#asOfMs = ts;
    this.revision++;
    for (const listener of this.listeners) listener.beforeChange?.(ts);
  }

  onLive(pts: EpochMs): void {
    const { book } = this;
    const price = book.bids.length > 0 ? book.bids.priceAt(0) : book.asks.priceAt(0);
    // An empty book has no price to choose levels by.
    if (this.#resolutions.length === 0 && Number.isNaN(price)) return;
    if (this.#resolutions.length === 0) {
      this.#resolutions = RESOLUTIONS.map((columnMs) => new LiveTiles(columnMs, depthLevelTicks(price, columnMs)));
      this.#startMs = pts;
    }
    this.isLive = true;
    this.#asOfMs = pts;
    for (const tiles of this.#resolutions) tiles.start(pts);
    this.#setColumn(pts);
    this.revision++;
    for (const listener of this.listeners) listener.onLive(pts);
  }

  onLost(): void {
    if (!this.isLive) return;
    this.isLive = false;
    for (const tiles of this.#resolutions) tiles.lose(this.#asOfMs, this.#lateMs);
    this.revision++;
    for (const listener of this.listeners) listener.onLost(this.#asOfMs);
  }

  /** Applies rows of TRADE_FIELD in either order; known ones are dropped. */
  addTrades({ data, count }: Rows): void {
    let newest = this.#lastTradeId;
    for (let at = 0; at < count * TRADE_FIELD.size; at += TRADE_FIELD.size) {
      const id = data[at]!;
      const ts = data[at + TRADE_FIELD.ts]!;
      if (id <= this.#lastTradeId || !(ts >= this.#startMs)) continue;
      if (id > newest) newest = id;
      const lots = data[at + TRADE_FIELD.lots]!;
      const isBuy = data[at + TRADE_FIELD.side] === BUY;
      for (const tiles of this.#resolutions)
        tiles.addTrade(ts, data[at + TRADE_FIELD.price]!, isBuy ? 0 : lots, isBuy ? lots : 0);
    }
    if (newest === this.#lastTradeId) return;
    this.#lastTradeId = newest;
    this.revision++;
  }

  /** The book was current at `asOfMs`: columns that ended before are closed although nothing changed. */
  advance(asOfMs: EpochMs): void {
    if (!this.isLive || !(asOfMs > this.#asOfMs) || !this.#isNear(asOfMs)) return;
    this.#asOfMs = asOfMs;
    if (asOfMs < this.#columnEnd) return;
    this.#closeColumns(asOfMs);
    this.revision++;
  }

  /** Up to when the book is known to be as it is. */
  get asOfMs(): EpochMs {
    return this.#asOfMs;
  }

  get book(): OrderBook {
    return this.#followed.book;
  }

  levelTicksAt(resolution: number): number {
    return this.#resolutions[resolution]?.levelTicks ?? 1;
  }

  tilesAt(resolution: number, fromMs: EpochMs, toMs: EpochMs): readonly HeatTile[] {
    const shown = this.#resolutions[resolution];
    if (!shown) return [];
    if (this.isLive) shown.refresh(this.#asOfMs, this.book, this.revision);
    const { tiles } = shown;
    const inSight = (tile: HeatTile): boolean =>
      tile.fromMs < toMs && tile.fromMs + tile.columns * tile.columnMs > fromMs;
    const live = tiles.filter(inSight);
    const { columnMs, levelTicks } = shown;
    const span = { columnMs, levelTicks, fromMs, toMs: Math.min(toMs, this.#asOfMs) };
    const past = this.#past?.between(span, tiles, this.isLive ? this.#asOfMs : Infinity) ?? [];
    return [...past.filter(inSight), ...live];
  }

  /** Sends the heat map to one page that draws it itself. */
  createWriter(asOf: () => EpochMs, emit: (update: HeatUpdate) => void): HeatWriter {
    return new HeatWriter(this, asOf, emit);
  }

  dispose(): void {
    this.#past?.dispose();
  }

  /** Whether it can be the time of the next change: columns up to another one would push all that are known out. */
  #isNear(ts: EpochMs): boolean {
    return ts - this.#asOfMs <= DAY_MS;
  }

  #closeColumns(ts: EpochMs): void {
    for (const tiles of this.#resolutions) tiles.close(ts, this.book);
    for (const listener of this.listeners) listener.onColumns(ts);
    this.#setColumn(ts);
  }

  #setColumn(ts: EpochMs): void {
    const [baseMs] = RESOLUTIONS;
    this.#columnStart = Math.floor(ts / baseMs!) * baseMs!;
    this.#columnEnd = this.#columnStart + baseMs!;
  }
}
