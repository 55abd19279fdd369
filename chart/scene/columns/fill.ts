// Copies columns into the window.
// A row each, or a bucket of 2^level rows with its exact minimum and maximum.
import { NO_VALUE } from '../../render/draw-list.ts';
import type { SeriesRows } from './data-window.ts';
import type { Paint } from '../../indicators/indicator-values.ts';
import type { Pyramid } from './pyramid.ts';

/** The columns a candle or bar is made of; those of the host, or Heikin-Ashi ones. */
export interface OhlcColumns {
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
}

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
const endRow = (span: FillSpan, at: number): number =>
  Math.min(span.length, (span.first + at + 1) * 2 ** span.level + span.origin);

/** Exact [min, max] of a bucket in `range`. */
function measure(levels: Pyramid, from: number, to: number): void {
  range[0] = Infinity;
  range[1] = -Infinity;
  levels.widen(range, from, to);
}

/** Place of a value less the base of its rows; none for no value, and on a log scale for zero and below. */
function placed(value: number, log: boolean, base: number): number {
  const place = (log ? Math.log(value) : value) - base;
  // Only a finite number is zero less itself.
  return place - place === 0 ? place : NO_VALUE;
}

/** Candles; with `log` all prices must be above zero. */
export function fillCandles(
  rows: SeriesRows,
  columns: OhlcColumns,
  span: FillSpan,
  levels: Pyramid | null,
  log: boolean,
): void {
  const { data, base } = rows;
  if (levels) {
    fillBuckets(rows, columns, span, levels, log);
    return;
  }
  const { open, high, low, close } = columns;
  const shift = span.first + span.origin;
  for (let at = span.from; at < span.to; at += 1) {
    const row = at + shift;
    data[at * 4] = placed(open[row]!, log, base);
    data[at * 4 + 1] = placed(high[row]!, log, base);
    data[at * 4 + 2] = placed(low[row]!, log, base);
    data[at * 4 + 3] = placed(close[row]!, log, base);
  }
}

function fillBuckets(rows: SeriesRows, columns: OhlcColumns, span: FillSpan, levels: Pyramid, log: boolean): void {
  const { data, base } = rows;
  for (let at = span.from; at < span.to; at += 1) {
    const from = startRow(span, at);
    const to = endRow(span, at);
    measure(levels, from, to);
    data[at * 4] = placed(columns.open[from]!, log, base);
    data[at * 4 + 1] = placed(range[1]!, log, base);
    data[at * 4 + 2] = placed(range[0]!, log, base);
    data[at * 4 + 3] = placed(columns.close[to - 1]!, log, base);
  }
}

/** The second float of a bar: above zero in the rising colour, below in the falling one; 2 and -2 pale. */
function barLook(paint: Paint, value: number, before: number, candleRises: boolean): number {
  if (paint === 'sign') return value >= 0 ? (value < before ? 2 : 1) : value > before ? -2 : -1;
  if (paint === 'change') return value > before ? 1 : -1;
  if (paint === 'balance') return value >= 0 ? 1 : -1;
  return candleRises ? 1 : -1;
}

/** Values of a line, bars or dots. */
export interface FillValues {
  values: Float64Array;
  /** Of the values; null where a row is no bucket. */
  levels: Pyramid | null;
  log: boolean;
}

/** Bars keep the value farthest from zero of a bucket, and the direction of its candles. */
export function fillBars(
  { data, base }: SeriesRows,
  { values, levels }: FillValues,
  columns: OhlcColumns,
  span: FillSpan,
  paint: Paint,
): void {
  for (let at = span.from; at < span.to; at += 1) {
    const from = startRow(span, at);
    const to = endRow(span, at);
    let value = values[from] ?? NaN;
    if (levels) {
      measure(levels, from, to);
      value = range[1]! < range[0]! ? NaN : range[1]! >= -range[0]! ? range[1]! : range[0]!;
    }
    data[at * 2] = placed(value, false, base);
    data[at * 2 + 1] = barLook(
      paint,
      value,
      from > 0 ? values[from - 1]! : NaN,
      columns.close[to - 1]! >= columns.open[from]!,
    );
  }
}

/** One value a row, or the minimum and maximum of each bucket. */
export function fillLine({ data, base }: SeriesRows, { values, levels, log }: FillValues, span: FillSpan): void {
  if (!levels) {
    const shift = span.first + span.origin;
    for (let at = span.from; at < span.to; at += 1) data[at] = placed(values[at + shift] ?? NaN, log, base);
    return;
  }
  for (let at = span.from; at < span.to; at += 1) {
    measure(levels, startRow(span, at), endRow(span, at));
    const least = placed(range[0]!, log, base);
    data[at * 2] = least;
    data[at * 2 + 1] = least === NO_VALUE ? NO_VALUE : placed(range[1]!, log, base);
  }
}

/**
 * Dots as lines, but two floats a point: the second is the side, 1 below the middle of the candle, -1 above, 0 without
 * sides.
 */
export function fillDots(
  { data, base }: SeriesRows,
  { values, levels, log }: FillValues,
  columns: OhlcColumns,
  span: FillSpan,
  paint: Paint,
): void {
  const side = (value: number, row: number): number =>
    paint !== 'side' ? 0 : value < (columns.high[row]! + columns.low[row]!) / 2 ? 1 : -1;
  for (let at = span.from; at < span.to; at += 1) {
    const from = startRow(span, at);
    if (!levels) {
      const value = values[from] ?? NaN;
      data[at * 2] = placed(value, log, base);
      data[at * 2 + 1] = side(value, from);
      continue;
    }
    measure(levels, from, endRow(span, at));
    for (let end = 0; end < 2; end += 1) {
      data[at * 4 + end * 2] = placed(range[end]!, log, base);
      data[at * 4 + end * 2 + 1] = side(range[end]!, from);
    }
  }
}
