// Imbalance of the book near its middle price by candle: live from the whole book, of the past from the server's tiles.
import { DEPTH_COLUMN_MS, type DepthTile } from '../../core/market-data/depth-tile.ts';
import { type TimeInterval, type EpochMs, INTERVAL_MS, candleStart, nextCandleStart } from '../../core/units/time.ts';
import type { Bars } from '../candles/candle-series.ts';
import { withCapacity } from '../indicators/kit/column.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import type { BookListener, DepthRecorder } from './depth-recorder.ts';
import { DepthTiles } from './depth-tiles.ts';
import { imbalanceOf, isColumnKnown, tileImbalance } from './imbalance.ts';

/** Most candles whose values are in memory; the oldest go first. */
const MAX_VALUES = 50_000;
const PER_CENT = 100;

interface ImbalanceOptions {
  recorder: DepthRecorder;
  /** Until when the book is known. */
  asOf: () => EpochMs;
  coinInfoId: number;
  interval: TimeInterval;
  /** This share of the middle price counts on either side. */
  depthPercent: number;
  /** Null: there is no past. */
  tiles: Tiles | null;
  /** Called when a tile has come. */
  onChange: () => void;
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
  readonly #interval: TimeInterval;
  readonly #depthPercent: number;
  readonly #tiles: DepthTiles | null;
  /** By start of the candle: what was live, and what tiles have. */
  readonly #closed = new Map<EpochMs, number>();
  readonly #past = new Map<EpochMs, number>();
  #coveredFrom = Infinity;
  /** Of the running candle; NaN while the book is not known. */
  #barStart = NaN;
  #running = NaN;
  #bookRevision = -1;
  #length = 0;

  constructor({ recorder, asOf, coinInfoId, interval, depthPercent, tiles, onChange }: ImbalanceOptions) {
    this.#recorder = recorder;
    this.#asOf = asOf;
    this.#interval = interval;
    this.#depthPercent = depthPercent;
    this.#tiles =
      tiles &&
      new DepthTiles(
        tiles,
        coinInfoId,
        (fresh) => {
          for (const tile of fresh) this.#apply(tile);
          this.revision++;
          this.pastRevision++;
        },
        onChange,
      );
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
      const value = imbalanceOf(this.#recorder.book, this.#depthPercent);
      for (let bar = this.#barStart; bar < start; bar = nextCandleStart(bar, this.#interval)) this.#close(bar, value);
    }
    this.#barStart = start;
    this.revision++;
  }

  onLost(): void {
    this.#barStart = NaN;
    this.revision++;
  }

  /** Brings the running value up to date, and loads what is missing of the candles. */
  refresh({ time }: Bars): void {
    const fromMs = time[0]!;
    const recorder = this.#recorder;
    recorder.advance(this.#asOf());
    if (recorder.revision !== this.#bookRevision) {
      this.#bookRevision = recorder.revision;
      const value = recorder.isLive ? imbalanceOf(recorder.book, this.#depthPercent) : NaN;
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
    this.#tiles?.dispose();
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

  #cover(fromMs: EpochMs): void {
    this.#coveredFrom = fromMs;
    const barMs = INTERVAL_MS[this.#interval];
    const columnMs = DEPTH_COLUMN_MS.findLast((each) => barMs > 0 && barMs % each === 0);
    if (columnMs === undefined) return;
    this.#tiles?.cover(
      this.#recorder.book.bids.priceAt(0) * (this.#depthPercent / PER_CENT),
      columnMs,
      fromMs,
      this.#barStart,
    );
  }

  /** Takes the columns at whose end a candle ends, of those that are over and recorded. */
  #apply(tile: DepthTile): void {
    for (let column = 0; column < tile.columns; column++) {
      const endMs = tile.fromMs + (column + 1) * tile.columnMs;
      const start = candleStart(endMs - 1, this.#interval);
      if (nextCandleStart(start, this.#interval) === endMs && isColumnKnown(tile, column))
        this.#past.set(start, tileImbalance(tile, column, this.#depthPercent));
    }
  }
}
