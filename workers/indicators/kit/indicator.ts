// An indicator's definition, and its lines of values next to the candles.
import type { IndicatorName } from '../../../core/market-data/indicator-params.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Bars } from '../../candles/candle-series.ts';
import type { Calculation, Pass } from './calculation.ts';
import { withCapacity } from './column.ts';

/** One line of an indicator. */
export interface LineShape {
  /** Key in test vectors and styles: "ma1". */
  key: string;
  /** Title in a legend: "MA5". */
  title: string;
  type: 'line' | 'bar' | 'circle';
}

export function line(key: string, title: string): LineShape {
  return { key, title, type: 'line' };
}

/** An indicator: its parameters are in core/market-data/indicator-params.ts, its formula in `start`. */
export interface IndicatorDefinition {
  name: IndicatorName;
  /** Lines for parameters that are not refused. */
  lines(params: readonly number[]): LineShape[];
  start(params: readonly number[]): Pass;
}

/** An indicator as the registry provides it. */
export interface Indicator {
  name: IndicatorName;
  defaults: readonly number[];
  /** Why these parameters cannot be used, as an English sentence; null when they can. */
  refuse(params: readonly number[]): string | null;
  /** Lines for parameters that are not refused. */
  lines(params: readonly number[]): LineShape[];
  start(params: readonly number[]): Calculation;
}

/** All indicators, by name. */
export type Indicators = ReadonlyMap<string, Indicator>;

/** Values of one indicator of one view, one row per candle. */
export class IndicatorLines {
  readonly count: number;
  /** One column per line; rows `[0, length)` are valid, NaN is no value. */
  columns: Float64Array[];
  length = 0;
  /** Rows that fit into the columns. */
  #capacity = 0;
  readonly #calculation: Calculation;

  /** The parameters of `spec` must be valid. */
  constructor(indicator: Indicator, spec: IndicatorSpec) {
    this.count = indicator.lines(spec.params).length;
    this.#calculation = indicator.start(spec.params);
    this.columns = Array.from({ length: this.count }, () => new Float64Array(0));
  }

  /** Recalculates all rows: after a load, a merge in the past, or older candles in front. O(bars). */
  recompute(bars: Bars): void {
    this.#fill(bars, 0);
  }

  /** Updates from the last row on: the last bar changed, or bars were appended after it. O(1) per bar. */
  update(bars: Bars): void {
    this.#fill(bars, Math.max(0, this.length - 1));
  }

  #fill(bars: Bars, from: number): void {
    const rows = bars.length;
    if (rows > this.#capacity) this.#grow(rows);
    this.#calculation.fill(bars, from, rows, this.columns);
    this.length = rows;
  }

  #grow(rows: number): void {
    this.columns = this.columns.map((column) => withCapacity(column, rows));
    this.#capacity = this.columns[0]!.length;
  }
}
