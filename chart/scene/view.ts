// What layers read, as of the frame being drawn.
// Data, scales, panes, colours and the state of the pointer.
import type { ChartMarket, ChartStyle, LegendItem } from '../api.ts';
import type { ChartData } from './columns/chart-data.ts';
import type { PriceFormat } from './text/number-format.ts';
import type { Palette } from './palette.ts';
import type { Pane } from './panes.ts';
import type { TimeScale } from './scales/time-scale.ts';

/** Widths of text in device px, in the chart's one font. */
export interface TextMeasure {
  width(text: string): number;
}

interface Crosshair {
  /** Row of the columns; the vertical line is centred on its candle. */
  row: number;
  /** Device px of the horizontal line; NaN for the crosshair of a linked chart, which has none. */
  yPx: number;
}

/**
 * Paints the volume profile of rows [from, to] between two device px, for the drawing of that id. Answers the prices of
 * its point of control and of the value area's edges, in an array that is reused; null where nothing was recorded.
 */
export type RangeProfilePaint = (
  id: string,
  from: number,
  to: number,
  leftPx: number,
  rightPx: number,
) => Float64Array | null;

export interface View {
  market: ChartMarket;
  style: ChartStyle;
  data: ChartData;
  time: TimeScale;
  /** The candles' pane first. */
  panes: Pane[];
  palette: Palette;
  prices: PriceFormat;
  measure: TextMeasure;
  /** Device px per CSS px. */
  ratio: number;
  widthPx: number;
  heightPx: number;
  /** Right edge of the plot, left edge of the price axis. */
  plotRightPx: number;
  /** Top of the time axis. */
  plotBottomPx: number;
  fontPx: number;
  crosshair: Crosshair | null;
  /** Edges of the legend over the candles, which labels of lines keep clear of; its names, and their changes. */
  legend: { rightPx: number; bottomPx: number; items: readonly LegendItem[]; revision: number };
  /** What indicators without lines say in the legend, by name; the data's revision grows when one changes. */
  readonly readings: Map<string, string>;
  /** Null until the order flow is loaded. */
  rangeProfile: RangeProfilePaint | null;
  /** Prices of the user's lines: the automatic range takes in those near the candles. */
  linePrices: readonly number[];
  /** A line is being dragged: the range of the prices stays. */
  holdsPrices: boolean;
  stale: boolean;
  /** Server clock of this frame, ms. */
  nowMs: number;
}

/** A stretch of an axis that a tag covers: labels that it would cover in part are left out. */
export interface Covered {
  fromPx: number;
  toPx: number;
}

/** Whether a label reaching from `fromPx` to `toPx` touches one of them. */
export function isCovered(covered: readonly Covered[], fromPx: number, toPx: number): boolean {
  for (const each of covered) if (toPx > each.fromPx && fromPx < each.toPx) return true;
  return false;
}

/** Baseline that centres digits on `middlePx`. */
export function baselineAt(middlePx: number, fontPx: number): number {
  return Math.round(middlePx + fontPx * 0.36);
}

/** Whole device px of a length in CSS px, at least 1. */
export function devicePx(cssPx: number, ratio: number): number {
  return Math.max(1, Math.round(cssPx * ratio));
}
