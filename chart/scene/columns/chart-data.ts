// The visible part of the host's columns: what changed, what is refilled, and its exact range.
import type { ChartInterval } from '../../../core/units/time.ts';
import type { CandleColumns, ChartIndicator, ChartStyle, ColumnsChange } from '../../api.ts';
import { DataWindow, SeriesRows } from './data-window.ts';
import { Extents } from './extents.ts';
import { fillBars, fillCandles, fillDots, fillLine, type FillSpan, type OhlcColumns } from './fill.ts';
import { Gaps } from './gaps.ts';
import { HeikinAshi } from './heikin-ashi.ts';
import type { Pyramid } from './pyramid.ts';
import { boundsOf } from '../../indicators/indicator-values.ts';
import { LineSeries, sameLook, sameShape } from '../../indicators/line-series.ts';
import type { TimeScale } from '../scales/time-scale.ts';

/** Bucket alignment that survives prepending (see `Pyramid`). */
const ALIGN_ROWS = 4096;
/** Narrower candles are drawn as buckets of two, four and so on that are at least as wide; never under a device px. */
const MIN_CSS_PX = 0.66;
const EMPTY = new Float64Array(0);

export class ChartData {
  columns: CandleColumns = {
    length: 0,
    time: EMPTY,
    open: EMPTY,
    high: EMPTY,
    low: EMPTY,
    close: EMPTY,
    volume: EMPTY,
  };
  indicators: ChartIndicator[] = [];
  lines: LineSeries[] = [];
  /** Lines of each indicator. */
  linesOf: LineSeries[][] = [];
  readonly window = new DataWindow();
  readonly candles = new SeriesRows(4);
  /** Closes, for candles shown as a line. */
  readonly closes = new LineSeries(-1, '', 'main', { title: '', type: 'line', color: 'accent', values: EMPTY });
  /** Whether rows and the main scale hold logarithms: requested, and no price at or below zero. */
  log = false;
  /** Grows with every change of a value. */
  revision = 0;
  /** Grows with every set of columns that replaced another; and the one that the main scale was last fitted to. */
  resets = 0;
  /** Grows with every change of rows before the newest. */
  rewrites = 0;
  fittedResets = -1;
  readonly gaps = new Gaps();
  /** First row that `gaps` has not seen as it is. */
  #gapsFrom = 0;
  #gapsInterval: ChartInterval = '1m';
  #style: ChartStyle['candles'] = 'solid';
  #wantsLog = false;
  readonly #real = new Extents(EMPTY, EMPTY);
  readonly #heikin = new HeikinAshi();
  readonly #heikinExtents = new Extents(EMPTY, EMPTY);
  #stale = true;
  readonly #range = new Float64Array(2);
  #highest = -Infinity;
  /** First row that `#highest` has not seen as it is. */
  #highestFrom = 0;

  /** How candles are shown; called before every `sync`, and free while nothing changed. */
  setStyle(candles: ChartStyle['candles'], log: boolean): void {
    if (candles === this.#style && log === this.#wantsLog) return;
    this.#style = candles;
    this.#wantsLog = log;
    this.#stale = true;
    this.#remakeHeikin(0);
  }

  /** Sets the columns; `fromRow` is the first row that changed ('tail' only). The caller updates the time scale. */
  setColumns(columns: CandleColumns, change: ColumnsChange, fromRow: number, time: TimeScale): void {
    this.columns = columns;
    this.revision += 1;
    this.#real.setColumns(columns.low, columns.high);
    if (columns.close !== this.closes.line.values) this.closes.replace({ ...this.closes.line, values: columns.close });
    this.#remakeHeikin(change === 'tail' ? fromRow : 0);
    this.#gapsFrom = Math.min(this.#gapsFrom, change === 'tail' ? fromRow : 0);
    this.#highestFrom = Math.min(this.#highestFrom, change === 'tail' ? fromRow : 0);
    if (change === 'reset') this.resets += 1;
    if (change !== 'tail') {
      this.rewrites += 1;
      this.invalidate();
      return;
    }
    this.#changed(fromRow);
    this.#patch(fromRow, time);
  }

  /** Takes new values in; returns whether panes, kinds or colours of lines changed with them. */
  setIndicators(indicators: ChartIndicator[]): boolean {
    const grouped = indicators.map((each, at) =>
      (each.hidden ? [] : each.lines).map((line) => new LineSeries(at, each.name, each.pane, line)),
    );
    const made = grouped.flat();
    const alike =
      sameShape(this.indicators, indicators) && made.every((each, at) => sameLook(each.line, this.lines[at]?.line));
    this.indicators = indicators;
    this.revision += 1;
    this.#stale = true;
    if (alike) this.lines.forEach((line, at) => line.replace(made[at]!.line));
    else [this.lines, this.linesOf] = [made, grouped];
    return !alike;
  }

  /** Everything must be read again. */
  invalidate(): void {
    this.#stale = true;
    this.#changed(-1);
  }

  /** The highest price of all candles; -Infinity without any. O(1) after a tick. */
  get highest(): number {
    const { high, length } = this.columns;
    if (this.#highestFrom === 0) this.#highest = -Infinity;
    for (let row = this.#highestFrom; row < length; row += 1)
      if (high[row]! > this.#highest) this.#highest = high[row]!;
    this.#highestFrom = length;
    return this.#highest;
  }

  /** Brings the gaps up to date with the columns of an interval: O(1) after a tick. */
  syncGaps(interval: ChartInterval): void {
    const { columns, gaps } = this;
    const { time, length, seams } = columns;
    if (interval !== this.#gapsInterval || this.#gapsFrom === 0) gaps.rebuild(time, length, interval, seams);
    else if (this.#gapsFrom < length) gaps.extend(time, this.#gapsFrom, length, seams);
    this.#gapsInterval = interval;
    this.#gapsFrom = Math.max(1, columns.length);
  }

  /** Makes the window cover what is in sight at the level of detail the zoom asks for. */
  sync(time: TimeScale): void {
    const log = this.#wantsLog && this.#lowest(time) > 0;
    if (log !== this.log) this.#stale = true;
    this.log = log;
    const level = Math.max(0, Math.ceil(Math.log2(Math.max(1, MIN_CSS_PX * time.ratio) / time.barPx)));
    const from = (time.firstRow - time.origin) >> level;
    const to = Math.max(from, ((time.endRow - 1 - time.origin) >> level) + 1);
    const { window, columns } = this;
    if (!this.#stale && window.covers(from, to, level)) return;
    window.place(
      from,
      to,
      level,
      -time.origin >> level,
      columns.length === 0 ? from : ((columns.length - 1 - time.origin) >> level) + 1,
    );
    // A candle without a close has no base: any other will do.
    const close = columns.close[Math.max(0, (window.first << level) + time.origin)] || 1;
    this.#refill(log ? Math.log(close) : close);
    this.#fill(0, window.count, time);
    this.#stale = false;
  }

  /** Values of a line in one row of the window: 2 (minimum, maximum) when a row is a bucket. */
  get pointsPerRow(): number {
    return this.window.level > 0 ? 2 : 1;
  }

  /**
   * Lowest and highest of candles and main lines in sight; [Infinity, -Infinity] without values. On a log scale lines
   * do not pull it to zero or below. The array is reused.
   */
  mainRange(time: TimeScale): Float64Array {
    const range = this.#emptyRange();
    this.#shownExtents.widen(range, time.firstRow, time.endRow, this.columns.length, this.#phase(time));
    const [lowest] = range;
    for (const line of this.lines) if (line.pane === 'main') this.#widenByLine(range, line, time);
    if (this.log && !(range[0]! > 0)) range[0] = lowest!;
    return range;
  }

  /** The same for an indicator in a pane of its own; bars pull zero in, and an oscillator its bounds. */
  subRange(indicator: number, time: TimeScale): Float64Array {
    const range = this.#emptyRange();
    const lines = this.linesOf[indicator] ?? [];
    for (const line of lines) this.#widenByLine(range, line, time);
    if (range[0]! > range[1]!) return range;
    for (const bound of boundsOf(this.indicators[indicator]?.name ?? '')) widen(range, bound);
    if (lines.some(({ line }) => line.type === 'bar')) widen(range, 0);
    return range;
  }

  /**
   * Row of the highest or lowest real price in [from, to), of the closes when they are shown as a line; -1 without
   * candles.
   */
  extremeRow(end: 'highest' | 'lowest', from: number, to: number, time: TimeScale): number {
    return (this.#asLine ? this.closes.extents : this.#real).rowOf(
      end,
      from,
      to,
      this.columns.length,
      this.#phase(time),
    );
  }

  /** The price that `extremeRow` found. */
  extremePrice(end: 'highest' | 'lowest', row: number): number {
    const { columns } = this;
    return (this.#asLine ? columns.close : end === 'highest' ? columns.high : columns.low)[row]!;
  }

  /** Writes lowest and highest of the shown candles in rows [from, to) into `range`, in O(log rows). */
  rangeOf(range: Float64Array, from: number, to: number, time: TimeScale): void {
    range[0] = Infinity;
    range[1] = -Infinity;
    this.#shownExtents.pyramid(this.columns.length, this.#phase(time)).widen(range, from, to);
  }

  #phase(time: TimeScale): number {
    return (ALIGN_ROWS - (time.origin % ALIGN_ROWS)) % ALIGN_ROWS;
  }

  get #asLine(): boolean {
    return this.#style === 'line' || this.#style === 'area';
  }
  /** The candles that are drawn. */
  get #shown(): OhlcColumns {
    return this.#style === 'heikin-ashi' ? this.#heikin : this.columns;
  }
  get #shownExtents(): Extents {
    return this.#asLine ? this.closes.extents : this.#style === 'heikin-ashi' ? this.#heikinExtents : this.#real;
  }

  /** Notifies all levels of detail that rows from `fromRow` on changed; -1: all rows. */
  #changed(fromRow: number): void {
    const { length } = this.columns;
    this.#real.changed(fromRow, length);
    this.#heikinExtents.changed(fromRow, length);
    this.closes.extents.changed(fromRow, length);
    for (const line of this.lines) line.extents.changed(fromRow, length);
  }

  #remakeHeikin(fromRow: number): void {
    if (this.#style !== 'heikin-ashi') return;
    this.#heikin.update(this.columns, fromRow);
    this.#heikinExtents.setColumns(this.#heikin.low, this.#heikin.high);
    if (fromRow === 0) this.#heikinExtents.changed(-1, 0);
  }

  /** Rows that changed become columns of the window that changed. */
  #patch(fromRow: number, time: TimeScale): void {
    if (this.#stale) return;
    const { window } = this;
    window.extend(((this.columns.length - 1 - time.origin) >> window.level) + 1);
    const from = Math.max(0, ((fromRow - time.origin) >> window.level) - window.first);
    if (from >= window.count) return;
    this.#fill(from, window.count, time);
    this.candles.patch(from, window.count);
    this.closes.rows.patch(from, window.count);
    for (const line of this.lines) line.rows.patch(from, window.count);
  }

  #refill(base: number): void {
    const { window, pointsPerRow } = this;
    this.candles.refill(window.capacity, window.count, base);
    this.closes.rows.refill(window.capacity * pointsPerRow, window.count, base);
    for (const { rows, pane } of this.lines)
      rows.refill(window.capacity * pointsPerRow, window.count, pane === 'main' ? base : 0);
  }

  #fill(from: number, to: number, time: TimeScale): void {
    const { window, columns, log } = this;
    const shown = this.#shown;
    const { level, first } = window;
    const span: FillSpan = { from, to, first, level, origin: time.origin, length: columns.length };
    const phase = this.#phase(time);
    const levelsOf = (extents: Extents): Pyramid | null => (level > 0 ? extents.pyramid(columns.length, phase) : null);
    if (this.#asLine)
      fillLine(this.closes.rows, { values: columns.close, levels: levelsOf(this.closes.extents), log }, span);
    else fillCandles(this.candles, shown, span, levelsOf(this.#shownExtents), log);
    for (const { rows, line, paint, pane, extents } of this.lines) {
      const values = { values: line.values, levels: levelsOf(extents), log: log && pane === 'main' };
      if (line.type === 'bar') fillBars(rows, values, columns, span, paint);
      else if (line.type === 'circle') fillDots(rows, values, columns, span, paint);
      else fillLine(rows, values, span);
    }
  }

  /** Lowest price of all. */
  #lowest(time: TimeScale): number {
    const range = this.#emptyRange();
    const { length } = this.columns;
    if (length > 0) this.#shownExtents.pyramid(length, this.#phase(time)).widen(range, 0, length);
    return range[0]!;
  }

  #widenByLine(range: Float64Array, line: LineSeries, time: TimeScale): void {
    line.extents.widen(range, time.firstRow, time.endRow, this.columns.length, this.#phase(time));
  }

  #emptyRange(): Float64Array {
    this.#range[0] = Infinity;
    this.#range[1] = -Infinity;
    return this.#range;
  }
}

function widen(range: Float64Array, value: number): void {
  range[0] = Math.min(value, range[0]!);
  range[1] = Math.max(value, range[1]!);
}
