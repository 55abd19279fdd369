// One line of an indicator: column, rows in the window, extremes, and its text in the legend.
import type { ChartIndicator, ChartLine } from '../api.ts';
import { SeriesRows } from '../scene/columns/data-window.ts';
import { Extents } from '../scene/columns/extents.ts';
import { digitsOf, type Paint, paintOf } from './indicator-values.ts';
import { formatDigits, type PriceFormat } from '../scene/text/number-format.ts';

export class LineSeries {
  readonly rows: SeriesRows;
  /** Index into the chart's indicators. */
  readonly indicator: number;
  /** Name of that indicator: "MACD". */
  readonly name: string;
  readonly pane: 'main' | 'sub';
  readonly paint: Paint;
  readonly extents: Extents;
  line: ChartLine;
  #labelText = '';
  #labelValue = 0;
  #labelFormat: PriceFormat | null = null;

  constructor(indicator: number, name: string, pane: 'main' | 'sub', line: ChartLine) {
    this.indicator = indicator;
    this.name = name;
    this.pane = pane;
    this.line = line;
    this.paint = paintOf(name, line.type);
    this.extents = new Extents(line.values, line.values);
    this.rows = new SeriesRows(line.type === 'line' ? 1 : 2);
  }

  /** Takes another column for the same line, or the same one with other values. */
  replace(line: ChartLine): void {
    this.line = line;
    this.#labelFormat = null;
    this.extents.setColumns(line.values, line.values);
    this.extents.changed(-1, 0);
  }

  /** "MA5 67,412.35": written once for as long as `value` and the market's way of writing prices stay. */
  legendText(value: number, prices: PriceFormat): string {
    if (Object.is(value, this.#labelValue) && prices === this.#labelFormat) return this.#labelText;
    this.#labelValue = value;
    this.#labelFormat = prices;
    const text = formatDigits(value, digitsOf(this.name, this.pane, prices.precision), prices);
    this.#labelText = this.line.title === '' ? text : `${this.line.title} ${text}`;
    return this.#labelText;
  }
}

/** Whether two lists of indicators need the same panes and series. */
export function sameShape(before: ChartIndicator[], after: ChartIndicator[]): boolean {
  return (
    before.length === after.length &&
    before.every(
      (each, at) =>
        each.name === after[at]!.name &&
        each.pane === after[at]!.pane &&
        each.hidden === after[at]!.hidden &&
        each.label === after[at]!.label &&
        each.lines.length === after[at]!.lines.length,
    )
  );
}

export function sameLook(one: ChartLine, other: ChartLine | undefined): boolean {
  return other !== undefined && one.type === other.type && one.color === other.color;
}
