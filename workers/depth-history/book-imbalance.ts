// Imbalance of the book near its middle price: live from the whole book, of the past from the server's tiles.
import { DEPTH_COLUMN_MS, DEPTH_COLUMNS, type DepthTile, depthTileStart } from '../../core/market-data/depth-tile.ts';
import { LEVEL_TICKS } from '../../core/market-data/tile.ts';
import { type TimeInterval, type EpochMs, INTERVAL_MS, candleStart, nextCandleStart } from '../../core/units/time.ts';
import type { OrderBook } from '../book/order-book.ts';
import type { Bars } from '../candles/candle-series.ts';
import { withCapacity } from '../indicators/kit/column.ts';
import type { TileKey, TileView, Tiles } from '../tiles/tile-loader.ts';
import type { BookListener, DepthRecorder } from './depth-recorder.ts';

type DepthRequest = Extract<TileKey, { kind: 'depth' }>['request'];

/** Least levels of a tile within the depth on one side. */
const LEAST_LEVELS = 32;
/** Most tiles of the past; older candles have no value. */
const MAX_TILES = 64;
/** Most candles whose values are in memory; the oldest go first. */
const MAX_VALUES = 50_000;
const PER_CENT = 100;

/** (bids - asks) / (bids + asks) of the lots within `share` of the middle price; NaN where a side is empty. */
function imbalanceOf({ bids, asks }: OrderBook, share: number): number {
  const middle = (bids.priceAt(0) + asks.priceAt(0)) / 2;
  if (Number.isNaN(middle)) return NaN;
  const low = middle * (1 - share);
  const high = middle * (1 + share);
  let bid = 0;
  let ask = 0;
  for (let rank = 0; rank < bids.length && bids.priceAt(rank) >= low; rank++) bid += bids.lotsAt(rank);
  for (let rank = 0; rank < asks.length && asks.priceAt(rank) <= high; rank++) ask += asks.lotsAt(rank);
  return (bid - ask) / (bid + ask);
}

/** The same of a column of a tile: a level counts where the middle of its prices is within the depth. */
export function tileImbalance(tile: DepthTile, column: number, share: number): number {
  const { levelTicks, lowLevel, levels, bids, asks } = tile;
  const [bestBid, bestAsk] = [tile.bestBids[column]!, tile.bestAsks[column]!];
  if (bestBid === 0 || bestAsk === 0) return NaN;
  const middle = (bestBid + bestAsk) / 2;
  let bid = 0;
  let ask = 0;
  for (let at = 0; at < levels; at++) {
    const price = (lowLevel + at) * levelTicks + (levelTicks - 1) / 2;
    if (price < middle * (1 - share) || price > middle * (1 + share)) continue;
    bid += bids[column * levels + at]!;
    ask += asks[column * levels + at]!;
  }
  return (bid - ask) / (bid + ask);
}

/** One line: the imbalance at the end of each candle, of the running one at present. NaN where it is not known. */
export class BookImbalance implements BookListener {
  readonly count = 1;
  columns: Float64Array[] = [new Float64Array(0)];
  /** Grows with every change of a value, and with those of other candles than the last. */
  revision = 0;
  pastRevision = 0;
  readonly #recorder: DepthRecorder;
  readonly #asOf: () => EpochMs;
  readonly #coinInfoId: number;
  readonly #interval: TimeInterval;
  readonly #share: number;
  readonly #tiles: Tiles | null;
  readonly #view: TileView | null;
  readonly #onChange: () => void;
  /** By start of the candle: what was live, and what tiles have. */
  readonly #closed = new Map<EpochMs, number>();
  readonly #past = new Map<EpochMs, number>();
  readonly #applied = new Map<EpochMs, DepthTile>();
  #wanted: DepthRequest[] = [];
  #coveredFrom = Infinity;
  /** Of the running candle; NaN while the book is not known. */
  #barStart = NaN;
  #running = NaN;
  #bookRevision = -1;
  #length = 0;

  /** `depthPercent` of the middle price counts on either side. `onChange` is called when a tile has come. */
  constructor(
    recorder: DepthRecorder,
    asOf: () => EpochMs,
    market: { coinInfoId: number; interval: TimeInterval; depthPercent: number },
    tiles: Tiles | null,
    onChange: () => void,
  ) {
    this.#recorder = recorder;
    this.#asOf = asOf;
    this.#coinInfoId = market.coinInfoId;
    this.#interval = market.interval;
    this.#share = market.depthPercent / PER_CENT;
    this.#tiles = tiles;
    this.#view = tiles?.open(() => this.#onTiles()) ?? null;
    this.#onChange = onChange;
    recorder.listeners.add(this);
    if (recorder.isLive) this.onLive(asOf());
  }

  onLive(ts: EpochMs): void {
    this.#barStart = candleStart(ts, this.#interval);
    this.revision++;
  }

  onColumns(ts: EpochMs): void {
    const start = candleStart(ts, this.#interval);
    if (start > this.#barStart) {
      const value = imbalanceOf(this.#recorder.book, this.#share);
      for (let bar = this.#barStart; bar < start; bar = nextCandleStart(bar, this.#interval)) this.#close(bar, value);
    }
    this.#barStart = start;
    this.revision++;
  }

  onLost(): void {
    this.#barStart = NaN;
    this.revision++;
  }

  /** Brings the running value up to date, and loads what is missing of the candles from `fromMs` on. */
  refresh(fromMs: EpochMs): void {
    const recorder = this.#recorder;
    recorder.advance(this.#asOf());
    if (recorder.revision !== this.#bookRevision) {
      this.#bookRevision = recorder.revision;
      const value = recorder.isLive ? imbalanceOf(recorder.book, this.#share) : NaN;
      if (!Object.is(value, this.#running)) this.revision++;
      this.#running = value;
    }
    if (fromMs < this.#coveredFrom && recorder.isLive) this.#cover(fromMs);
  }

  /** Calculates all rows. */
  recompute(bars: Bars): void {
    this.#fill(bars, 0);
  }

  /** Calculates from the last row on. */
  update(bars: Bars): void {
    this.#fill(bars, Math.max(0, this.#length - 1));
  }

  dispose(): void {
    this.#recorder.listeners.delete(this);
    this.#view?.dispose();
  }

  #fill({ length, time }: Bars, from: number): void {
    if (length > this.columns[0]!.length) this.columns = [withCapacity(this.columns[0]!, length)];
    const out = this.columns[0]!;
    for (let at = from; at < length; at++) out[at] = this.#valueOf(time[at]!);
    this.#length = length;
  }

  #valueOf(start: EpochMs): number {
    if (start === this.#barStart) return this.#running;
    return this.#closed.get(start) ?? this.#past.get(start) ?? NaN;
  }

  #close(bar: EpochMs, value: number): void {
    if (this.#closed.size >= MAX_VALUES) this.#closed.delete(this.#closed.keys().next().value!);
    this.#closed.set(bar, value);
  }

  /** Requests the tiles with the ends of candles from `fromMs` to the running one, the newest first. */
  #cover(fromMs: EpochMs): void {
    this.#coveredFrom = fromMs;
    const barMs = INTERVAL_MS[this.#interval];
    const columnMs = DEPTH_COLUMN_MS.findLast((each) => barMs > 0 && barMs % each === 0);
    if (!this.#view || columnMs === undefined) return;
    const wantedTicks = (this.#recorder.book.bids.priceAt(0) * this.#share) / LEAST_LEVELS;
    const levelTicks = LEVEL_TICKS.findLast((ticks) => ticks <= wantedTicks) ?? LEVEL_TICKS[0]!;
    this.#wanted = [];
    const first = depthTileStart(fromMs, columnMs);
    for (let start = depthTileStart(this.#barStart, columnMs); start >= first && start >= 0;) {
      this.#wanted.push({ coinInfoId: this.#coinInfoId, levelTicks, columnMs, fromMs: start });
      if (this.#wanted.length === MAX_TILES) break;
      start -= columnMs * DEPTH_COLUMNS;
    }
    this.#view.show(this.#wanted.map((request): TileKey => ({ kind: 'depth', request })));
    this.#onTiles();
  }

  #onTiles(): void {
    let hasChanged = false;
    for (const request of this.#wanted) {
      const state = this.#tiles!.depth(request);
      if (state.kind !== 'tile' || this.#applied.get(request.fromMs) === state.tile) continue;
      this.#applied.set(request.fromMs, state.tile);
      this.#apply(state.tile);
      hasChanged = true;
    }
    if (!hasChanged) return;
    this.revision++;
    this.pastRevision++;
    this.#onChange();
  }

  /** Takes the columns at whose end a candle ends, of those that are over and recorded. */
  #apply(tile: DepthTile): void {
    const { fromMs, columnMs, columns, untilMs, seams } = tile;
    for (let column = 0; column < columns; column++) {
      const endMs = fromMs + (column + 1) * columnMs;
      const start = candleStart(endMs - 1, this.#interval);
      if (endMs > untilMs || nextCandleStart(start, this.#interval) !== endMs) continue;
      if (!seams.some(([from, to]) => from < endMs && endMs <= to))
        this.#past.set(start, tileImbalance(tile, column, this.#share));
    }
  }
}
