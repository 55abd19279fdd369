// The host's columns seen through the window: what changed, what is refilled, and the exact range of what is in sight.
import type { CandleColumns, ChartIndicator, ChartLine, ColumnsChange } from '../chart.ts';
import { DataWindow, SeriesRows } from './data-window.ts';
import { fillBars, fillCandles, fillLine, type FillSpan } from './fill.ts';
import { Pyramid, widenBy } from './pyramid.ts';
import type { TimeScale } from './time-scale.ts';

/** Bucket alignment that survives prepending (see `Pyramid`). */
const ALIGN_ROWS = 4096;
const EMPTY = new Float64Array(0);

/** One line of an indicator with its rows in the window. */
export class LineSeries {
  readonly rows: SeriesRows;
  readonly indicator: number;
  readonly pane: 'main' | 'sub';
  line: ChartLine;
  private readonly levels = new Pyramid();
  private fresh = false;

  constructor(indicator: number, pane: 'main' | 'sub', line: ChartLine) {
    this.indicator = indicator;
    this.pane = pane;
    this.line = line;
    this.rows = new SeriesRows(line.type === 'bar' ? 2 : 1);
  }

  /** Takes another column for the same line. */
  replace(line: ChartLine): void {
    this.line = line;
    this.fresh = false;
  }

  /** Built on first use: only far zooms need levels. */
  pyramid(length: number, phase: number): Pyramid {
    if (!this.fresh) this.levels.build(this.line.values, this.line.values, length, phase);
    this.fresh = true;
    return this.levels;
  }

  /** Rows from `fromRow` changed; -1: everything did. */
  changed(fromRow: number, length: number): void {
    if (fromRow < 0) this.fresh = false;
    else if (this.fresh) this.levels.update(fromRow, length);
  }
}

function sameShape(before: ChartIndicator[], after: ChartIndicator[]): boolean {
  return before.length === after.length && before.every((each, at) => each.pane === after[at]!.pane && each.lines.length === after[at]!.lines.length);
}

function sameLook(one: ChartLine, other: ChartLine | undefined): boolean {
  return other !== undefined && one.type === other.type && one.color === other.color;
}

export class ChartData {
  columns: CandleColumns = { length: 0, time: EMPTY, open: EMPTY, high: EMPTY, low: EMPTY, close: EMPTY, volume: EMPTY };
  indicators: ChartIndicator[] = [];
  lines: LineSeries[] = [];
  readonly window = new DataWindow();
  readonly candles = new SeriesRows(4);
  private readonly levels = new Pyramid();
  private levelsFresh = false;
  private stale = true;
  private readonly range = new Float64Array(2);

  private phase(time: TimeScale): number {
    return (ALIGN_ROWS - (time.origin % ALIGN_ROWS)) % ALIGN_ROWS;
  }

  private pyramid(time: TimeScale): Pyramid {
    if (!this.levelsFresh) this.levels.build(this.columns.low, this.columns.high, this.columns.length, this.phase(time));
    this.levelsFresh = true;
    return this.levels;
  }

  /** Takes the columns in; `fromRow` is the first row that changed ('tail' only). The time scale is told by the caller. */
  setColumns(columns: CandleColumns, change: ColumnsChange, fromRow: number, time: TimeScale): void {
    const sameArrays = columns.high === this.columns.high && columns.low === this.columns.low;
    this.columns = columns;
    if (change !== 'tail') {
      this.invalidate();
      return;
    }
    if (!sameArrays) this.levelsFresh = false;
    else if (this.levelsFresh) this.levels.update(fromRow, columns.length);
    for (const line of this.lines) line.changed(fromRow, columns.length);
    this.patch(fromRow, time);
  }

  /** Takes new values in; returns whether panes, kinds or colours of lines changed with them. */
  setIndicators(indicators: ChartIndicator[]): boolean {
    const made = indicators.flatMap((each, at) => each.lines.map((line) => new LineSeries(at, each.pane, line)));
    const alike = sameShape(this.indicators, indicators) && made.every((each, at) => sameLook(each.line, this.lines[at]?.line));
    this.indicators = indicators;
    this.stale = true;
    if (alike) this.lines.forEach((line, at) => line.replace(made[at]!.line));
    else this.lines = made;
    return !alike;
  }

  /** Everything must be read again. */
  invalidate(): void {
    this.stale = true;
    this.levelsFresh = false;
    for (const line of this.lines) line.changed(-1, 0);
  }

  /** Rows that changed become columns of the window that changed. */
  private patch(fromRow: number, time: TimeScale): void {
    if (this.stale) return;
    const { window } = this;
    window.extend(((this.columns.length - 1 - time.origin) >> window.level) + 1);
    const from = Math.max(0, ((fromRow - time.origin) >> window.level) - window.first);
    if (from >= window.count) return;
    this.fill(from, window.count, time);
    this.candles.patch(from, window.count);
    for (const line of this.lines) line.rows.patch(from, window.count);
  }

  /** Makes the window cover what is in sight at the level of detail the zoom asks for. */
  sync(time: TimeScale): void {
    const level = Math.max(0, Math.ceil(Math.log2(1 / time.barPx)));
    const from = (time.firstRow - time.origin) >> level;
    const to = Math.max(from, ((time.endRow - 1 - time.origin) >> level) + 1);
    const { window, columns } = this;
    if (!this.stale && window.covers(from, to, level)) return;
    window.place(from, to, level, -time.origin >> level, columns.length === 0 ? from : ((columns.length - 1 - time.origin) >> level) + 1);
    const base = columns.close[Math.max(0, (window.first << level) + time.origin)] ?? 0;
    this.candles.refill(window.capacity, window.count, base);
    for (const { rows, pane } of this.lines) rows.refill(window.capacity * this.pointsPerRow, window.count, pane === 'main' ? base : 0);
    this.fill(0, window.count, time);
    this.stale = false;
  }

  /** Values of a line in one row of the window: 2 (minimum, maximum) when a row is a bucket. */
  get pointsPerRow(): number { return this.window.level > 0 ? 2 : 1; }

  private fill(from: number, to: number, time: TimeScale): void {
    const { window, columns } = this;
    const span: FillSpan = { from, to, first: window.first, level: window.level, origin: time.origin, length: columns.length };
    const level = window.level;
    fillCandles(this.candles, columns, span, level > 0 ? this.pyramid(time) : null);
    for (const line of this.lines) {
      const levels = level > 0 ? line.pyramid(columns.length, this.phase(time)) : null;
      if (line.line.type === 'bar') fillBars(line.rows, line.line.values, columns, span, levels);
      else fillLine(line.rows, line.line.values, span, levels);
    }
  }

  /** Lowest and highest of candles and main lines in sight; [Infinity, -Infinity] without values. The array is reused. */
  mainRange(time: TimeScale): Float64Array {
    const range = this.emptyRange();
    const { columns } = this;
    widenBy(range, columns.low, columns.high, time.firstRow, time.endRow, () => this.pyramid(time));
    for (const line of this.lines) if (line.pane === 'main') this.widenByLine(range, line, time);
    return range;
  }

  /** The same for an indicator in a pane of its own; bars pull zero in. */
  subRange(indicator: number, time: TimeScale): Float64Array {
    const range = this.emptyRange();
    for (const line of this.lines) {
      if (line.indicator !== indicator) continue;
      this.widenByLine(range, line, time);
      if (line.line.type !== 'bar') continue;
      range[0] = Math.min(0, range[0]!);
      range[1] = Math.max(0, range[1]!);
    }
    return range;
  }

  private widenByLine(range: Float64Array, line: LineSeries, time: TimeScale): void {
    const { values } = line.line;
    widenBy(range, values, values, time.firstRow, time.endRow, () => line.pyramid(this.columns.length, this.phase(time)));
  }

  private emptyRange(): Float64Array {
    this.range[0] = Infinity;
    this.range[1] = -Infinity;
    return this.range;
  }
}
