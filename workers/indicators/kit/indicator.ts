// The shape of an indicator on the shelf, and the lines that keep its values beside the candles.
import type { IndicatorName } from '../../../core/market-data/indicator-params.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Bars } from '../../candles/candle-series.ts';
import type { Calculation, Pass } from './calculation.ts';
import { withCapacity } from './column.ts';

/** One line of an indicator. */
export interface LineShape {
  /** Key of the vectors and of styles: "ma1". */
  key: string;
  /** What a legend shows: "MA5". */
  title: string;
  type: 'line' | 'bar' | 'circle';
}

export function line(key: string, title: string): LineShape {
  return { key, title, type: 'line' };
}

/** A file on the shelf. Its parameters stand in core/market-data/indicator-params.ts, its formula in `start`. */
export interface Design {
  name: IndicatorName;
  /** Lines for parameters that are not refused. */
  lines(params: readonly number[]): LineShape[];
  start(params: readonly number[]): Pass;
}

/** What the registry makes of a design. */
export interface Indicator {
  name: IndicatorName;
  defaults: readonly number[];
  /** Why these parameters cannot be used, as a sentence; null when they can. */
  refuse(params: readonly number[]): string | null;
  /** Lines for parameters that are not refused. */
  lines(params: readonly number[]): LineShape[];
  start(params: readonly number[]): Calculation;
}

/** Values of one indicator of one view, row by row beside the candles. */
export class IndicatorLines {
  readonly count: number;
  /** One column a line; rows `[0, length)` are valid, NaN is none. */
  columns: Float64Array[];
  length = 0;
  /** Rows that the columns can hold. */
  private room = 0;
  private readonly calculation: Calculation;

  /** The parameters of `spec` must not be refused. */
  constructor(indicator: Indicator, spec: IndicatorSpec) {
    this.count = indicator.lines(spec.params).length;
    this.calculation = indicator.start(spec.params);
    this.columns = Array.from({ length: this.count }, () => new Float64Array(0));
  }

  /** Everything anew: after a load, a merge in the past, or older candles in front. O(bars). */
  recompute(bars: Bars): void {
    this.fill(bars, 0);
  }

  /** The last bar changed, or bars were appended (the one before them may have changed too). O(1) a bar. */
  update(bars: Bars): void {
    this.fill(bars, Math.max(0, this.length - 1));
  }

  private fill(bars: Bars, from: number): void {
    const rows = bars.length;
    if (rows > this.room) this.grow(rows);
    this.calculation.fill(bars, from, rows, this.columns);
    this.length = rows;
  }

  private grow(rows: number): void {
    this.columns = this.columns.map((column) => withCapacity(column, rows));
    this.room = this.columns[0]!.length;
  }
}
