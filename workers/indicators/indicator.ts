// The shape of an indicator on the shelf, and the lines that keep its values beside the candles.
import type { IndicatorSpec } from '../../contract/thread.ts';
import type { Bars } from '../candles/series.ts';

/** One line of an indicator. */
export interface LineShape {
  /** Key of the vectors and of styles: "ma1". */
  key: string;
  /** What a legend shows: "MA5". */
  title: string;
  type: 'line' | 'bar' | 'circle';
}

/**
 * The moving part. It holds the state after the last committed bar and nothing else: `evaluate` may be called any number of
 * times for the forming bar and changes nothing; `commit` is called once a bar, in order, when the bar is final.
 */
export interface Calculation {
  /** Forgets every bar. */
  reset(): void;
  /** Values of bar `i` on top of the committed bars `0 .. i-1`: one number a line into `out`; NaN where there is none. O(1). */
  evaluate(bars: Bars, i: number, out: Float64Array): void;
  /** Takes bar `i` into the state. O(1). */
  commit(bars: Bars, i: number): void;
}

/** A file on the shelf. */
export interface Indicator {
  name: string;
  defaults: readonly number[];
  /** Why these parameters cannot be used, as a sentence; null when they can. */
  refuse(params: readonly number[]): string | null;
  /** Lines for parameters that are not refused. */
  lines(params: readonly number[]): LineShape[];
  start(params: readonly number[]): Calculation;
}

/** Overflow of absurd prices is no value either. */
function finiteOrNone(value: number): number {
  return Number.isFinite(value) ? value : NaN;
}

/** Values of one indicator of one view, row by row beside the candles. */
export class IndicatorLines {
  readonly count: number;
  /** One column a line; rows `[0, length)` are valid. */
  columns: Float64Array[];
  length = 0;
  private readonly calculation: Calculation;
  private readonly row: Float64Array;

  constructor(indicator: Indicator, spec: IndicatorSpec) {
    this.count = indicator.lines(spec.params).length;
    this.calculation = indicator.start(spec.params);
    this.row = new Float64Array(this.count);
    this.columns = Array.from({ length: this.count }, () => new Float64Array(0));
  }

  /** Everything anew: after a load, a merge in the past, or older candles in front. O(bars). */
  recompute(bars: Bars): void {
    const { calculation, row, count } = this;
    const rows = bars.length;
    if (rows > this.columns[0]!.length) this.grow(rows);
    const { columns } = this;
    calculation.reset();
    for (let i = 0; i < rows; i++) {
      if (i > 0) calculation.commit(bars, i - 1);
      calculation.evaluate(bars, i, row);
      for (let line = 0; line < count; line++) columns[line]![i] = finiteOrNone(row[line]!);
    }
    this.length = rows;
  }

  /** The last bar changed, or bars were appended (the one before them may have changed too). O(1) a bar. */
  update(bars: Bars): void {
    if (this.length > 0) this.evaluate(bars, this.length - 1);
    for (let i = this.length; i < bars.length; i++) this.next(bars, i);
  }

  /** Commits the bar before `i`, which a newer one has just closed, and evaluates `i`. */
  private next(bars: Bars, i: number): void {
    if (i > 0) this.calculation.commit(bars, i - 1);
    this.length = i + 1;
    this.evaluate(bars, i);
  }

  private evaluate(bars: Bars, i: number): void {
    if (i >= (this.columns[0]?.length ?? 0)) this.grow(bars.length);
    this.calculation.evaluate(bars, i, this.row);
    for (let line = 0; line < this.count; line++) this.columns[line]![i] = finiteOrNone(this.row[line]!);
  }

  private grow(rows: number): void {
    this.columns = this.columns.map((column) => {
      const longer = new Float64Array(Math.max(1024, rows * 2));
      longer.set(column);
      return longer;
    });
  }
}
