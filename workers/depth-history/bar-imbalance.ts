// Imbalance of the book near its middle price by bar made of trades: at the first trade of the next bar.
import { DEPTH_COLUMN_MS, type DepthTile } from '../../core/market-data/depth-tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Bars, CandleSeries } from '../candles/candle-series.ts';
import { withCapacity } from '../indicators/kit/column.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import type { BookListener, DepthRecorder } from './depth-recorder.ts';
import { DepthTiles } from './depth-tiles.ts';
import { imbalanceOf, isColumnKnown, tileImbalance } from './imbalance.ts';

/** What a line reads of its bars. */
type TradeBars = Bars & Pick<CandleSeries, 'seams'>;

/** Most bars whose values are in memory; the oldest go first. */
const MAX_VALUES = 50_000;
/** States of the book that wait for the bars that they end: more than an hour of a feed of ten a second. */
const MAX_STATES = 65_536;
/** A column of a tile is at most this part of a bar of mean length. */
const COLUMNS_A_BAR = 4;
const PER_CENT = 100;

interface ImbalanceOptions {
  recorder: DepthRecorder;
  /** Until when the book is known. */
  asOf: () => EpochMs;
  coinInfoId: number;
  /** This share of the middle price counts on either side. */
  depthPercent: number;
  /** Null: there is no past. */
  tiles: Tiles | null;
  /** Called when a tile has come. */
  onChange: () => void;
}

/** One line: the imbalance before the ms of each next bar's first trade, of the running bar at present. */
export class BarImbalance implements BookListener {
  readonly count = 1;
  columns: Float64Array[] = [new Float64Array(0)];
  /** Grows with every change of a value, and with those of bars that tiles have. */
  revision = 0;
  pastRevision = 0;
  tailFrom = Infinity;
  readonly #recorder: DepthRecorder;
  readonly #asOf: () => EpochMs;
  readonly #depthPercent: number;
  readonly #tiles: DepthTiles | null;
  /** Values of the book, each until its ms and after that of the one before; NaN while it is not known. */
  #until: Float64Array = new Float64Array(1_024);
  #states: Float64Array = new Float64Array(1_024);
  #count = 0;
  /** By the time of the bar that begins there. */
  readonly #known = new Map<EpochMs, number>();
  /** Values by end of a tile's column, of columns of one length. */
  readonly #past = new Map<EpochMs, number>();
  #columnMs = 0;
  #coveredFrom = Infinity;
  #running = NaN;
  #bookRevision = -1;
  #length = 0;
  /** First row whose end the book is not known at yet. */
  #firstOpen = 0;

  constructor({ recorder, asOf, coinInfoId, depthPercent, tiles, onChange }: ImbalanceOptions) {
    this.#recorder = recorder;
    this.#asOf = asOf;
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
    this.#addState(ts, NaN);
    this.revision++;
  }

  beforeChange(ts: EpochMs): void {
    this.#addState(ts, imbalanceOf(this.#recorder.book, this.#depthPercent));
  }

  onColumns(): void {
    this.revision++;
  }

  onLost(asOfMs: EpochMs): void {
    this.#addState(asOfMs, imbalanceOf(this.#recorder.book, this.#depthPercent));
    this.revision++;
  }

  /** Brings the running value up to date, and loads what is missing of the bars. */
  refresh(bars: TradeBars): void {
    const recorder = this.#recorder;
    recorder.advance(this.#asOf());
    this.tailFrom = Math.min(this.#firstOpen, bars.length - 1);
    if (bars.length !== this.#length || this.#firstOpen < this.#length - 1) this.revision++;
    if (recorder.revision !== this.#bookRevision) {
      this.#bookRevision = recorder.revision;
      const value = recorder.isLive ? imbalanceOf(recorder.book, this.#depthPercent) : NaN;
      if (!Object.is(value, this.#running)) this.revision++;
      this.#running = value;
    }
    if (bars.time[0]! < this.#coveredFrom && recorder.isLive) this.#cover(bars);
  }

  /** Calculates all rows. */
  recompute(bars: TradeBars): void {
    this.#fill(bars, 0);
  }

  /** Calculates from the first row on whose end was not known. */
  update(bars: TradeBars): void {
    this.#fill(bars, Math.max(0, Math.min(this.#firstOpen, this.#length - 1)));
  }

  dispose(): void {
    this.#recorder.listeners.delete(this);
    this.#tiles?.dispose();
  }

  #fill({ length, time, seams }: TradeBars, from: number): void {
    if (length > this.columns[0]!.length) this.columns = [withCapacity(this.columns[0]!, length)];
    const out = this.columns[0]!;
    this.#firstOpen = Math.max(0, length - 1);
    for (let at = from; at < length - 1; at++) {
      const next = time[at + 1]!;
      // When the trades that are missing began is not known.
      out[at] = seams.includes(next) ? NaN : this.#valueAt(time[at]!, next);
      if (Math.floor(next) > this.#recorder.asOfMs && this.#recorder.isLive)
        this.#firstOpen = Math.min(this.#firstOpen, at);
    }
    if (length > 0) out[length - 1] = this.#running;
    this.#length = length;
    this.#forget(length > 0 ? time[this.#firstOpen]! : NaN);
  }

  /** The book's value before the ms in which the bar from `start` was followed by the next. */
  #valueAt(start: EpochMs, next: EpochMs): number {
    const known = this.#known.get(next);
    if (known !== undefined) return known;
    const ms = Math.floor(next);
    const value = this.#stateBefore(ms);
    if (value === undefined || Number.isNaN(value)) return this.#pastAt(Math.floor(start), ms);
    if (ms <= this.#recorder.asOfMs || !this.#recorder.isLive) {
      if (this.#known.size >= MAX_VALUES) this.#known.delete(this.#known.keys().next().value!);
      this.#known.set(next, value);
    }
    return value;
  }

  /** Undefined before the book was followed, and where its states were forgotten. */
  #stateBefore(ms: EpochMs): number | undefined {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#until[middle]! < ms) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    if (low < this.#count) return this.#states[low]!;
    return this.#recorder.isLive ? imbalanceOf(this.#recorder.book, this.#depthPercent) : NaN;
  }

  /** Of the last column that ended in the bar; NaN where none did. */
  #pastAt(start: EpochMs, ms: EpochMs): number {
    const end = Math.floor(ms / this.#columnMs) * this.#columnMs;
    return end > start ? (this.#past.get(end) ?? NaN) : NaN;
  }

  #addState(until: EpochMs, value: number): void {
    const last = this.#until[this.#count - 1] ?? -Infinity;
    // The book of an earlier time that came later holds also for the time it is about.
    if (this.#count > 0 && until <= last) return;
    if (this.#count === this.#until.length) {
      if (this.#count >= MAX_STATES) this.#drop(MAX_STATES / 2);
      else {
        this.#until = withCapacity(this.#until, this.#count + 1);
        this.#states = withCapacity(this.#states, this.#count + 1);
      }
    }
    this.#until[this.#count] = until;
    this.#states[this.#count] = value;
    this.#count++;
  }

  /** Drops states that end before the first bar that is still open; the last of them stays as the begin of the next. */
  #forget(before: EpochMs): void {
    let first = 0;
    while (first < this.#count && this.#until[first]! < before) first++;
    if (first > 1) this.#drop(first - 1);
  }

  #drop(count: number): void {
    this.#until.copyWithin(0, count, this.#count);
    this.#states.copyWithin(0, count, this.#count);
    this.#count -= count;
  }

  #cover({ length, time }: TradeBars): void {
    this.#coveredFrom = time[0]!;
    const [from, to] = [Math.floor(time[0]!), this.#asOf()];
    const wantedMs = (to - from) / length / COLUMNS_A_BAR;
    const columnMs = DEPTH_COLUMN_MS.findLast((each) => each <= wantedMs) ?? DEPTH_COLUMN_MS[0]!;
    if (columnMs !== this.#columnMs) this.#past.clear();
    this.#columnMs = columnMs;
    this.#tiles?.cover(this.#recorder.book.bids.priceAt(0) * (this.#depthPercent / PER_CENT), columnMs, from, to);
  }

  #apply(tile: DepthTile): void {
    if (tile.columnMs !== this.#columnMs) return;
    for (let column = 0; column < tile.columns; column++)
      if (isColumnKnown(tile, column))
        this.#past.set(tile.fromMs + (column + 1) * tile.columnMs, tileImbalance(tile, column, this.#depthPercent));
  }
}
