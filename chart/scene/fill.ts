// Copies columns into the window: a row each, or a bucket of 2^level rows with its exact minimum and maximum.
import type { CandleColumns } from '../chart.ts';
import { NO_VALUE, type SeriesRows } from './data-window.ts';
import type { Pyramid } from './pyramid.ts';

/** Window rows [from, to) to fill; row r is the logical column `first + r` of 2^level rows. */
export interface FillSpan {
  from: number;
  to: number;
  first: number;
  level: number;
  /** Rows put in front: row of the columns = logical + origin. */
  origin: number;
  length: number;
}

const range = new Float64Array(2);

const startRow = (span: FillSpan, at: number): number => Math.max(0, (span.first + at) * 2 ** span.level + span.origin);
const endRow = (span: FillSpan, at: number): number => Math.min(span.length, (span.first + at + 1) * 2 ** span.level + span.origin);

/** Exact [min, max] of a bucket in `range`. */
function measure(levels: Pyramid, from: number, to: number): void {
  range[0] = Infinity;
  range[1] = -Infinity;
  levels.widen(range, from, to);
}

export function fillCandles(rows: SeriesRows, columns: CandleColumns, span: FillSpan, levels: Pyramid | null): void {
  const { data, base } = rows;
  for (let at = span.from; at < span.to; at += 1) {
    const from = startRow(span, at);
    const to = endRow(span, at);
    if (levels) measure(levels, from, to);
    data[at * 4] = columns.open[from]! - base;
    data[at * 4 + 1] = (levels ? range[1]! : columns.high[from]!) - base;
    data[at * 4 + 2] = (levels ? range[0]! : columns.low[from]!) - base;
    data[at * 4 + 3] = columns.close[to - 1]! - base;
  }
}

/** Bars keep the value farthest from zero of a bucket, and the direction of its candles. */
export function fillBars(rows: SeriesRows, values: Float64Array, columns: CandleColumns, span: FillSpan, levels: Pyramid | null): void {
  const { data, base } = rows;
  for (let at = span.from; at < span.to; at += 1) {
    const from = startRow(span, at);
    const to = endRow(span, at);
    let value = values[from] ?? NaN;
    if (levels) {
      measure(levels, from, to);
      value = range[1]! < range[0]! ? NaN : range[1]! >= -range[0]! ? range[1]! : range[0]!;
    }
    data[at * 2] = Number.isNaN(value) ? NO_VALUE : value - base;
    data[at * 2 + 1] = columns.close[to - 1]! >= columns.open[from]! ? 1 : -1;
  }
}

/** One value a row, or the minimum and maximum of each bucket. */
export function fillLine(rows: SeriesRows, values: Float64Array, span: FillSpan, levels: Pyramid | null): void {
  const { data, base } = rows;
  for (let at = span.from; at < span.to; at += 1) {
    const from = startRow(span, at);
    if (!levels) {
      const value = values[from] ?? NaN;
      data[at] = Number.isNaN(value) ? NO_VALUE : value - base;
      continue;
    }
    measure(levels, from, endRow(span, at));
    const none = range[1]! < range[0]!;
    data[at * 2] = none ? NO_VALUE : range[0]! - base;
    data[at * 2 + 1] = none ? NO_VALUE : range[1]! - base;
  }
}
