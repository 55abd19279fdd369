// The span of time between the edges of the plot, so that linked charts can show the same one.
import type { CandleSpan, TimeSpan } from '../api.ts';
import { barMsOf } from './bar-length.ts';
import type { View } from './view.ts';

function lengthOf({ market, data }: View): number {
  return barMsOf(market.interval, data.columns);
}

/** Time at a row, which may lie between two rows or beyond the columns. */
function timeAt(view: View, row: number): number {
  const { time, length } = view.data.columns;
  const inside = Math.min(length - 1, Math.max(0, row));
  const low = Math.floor(inside);
  const [before, after] = [time[low]!, time[Math.min(length - 1, low + 1)]!];
  return before + (inside - low) * (after - before) + (row - inside) * lengthOf(view);
}

/** Row at a time, the inverse of `timeAt`. */
function rowAt(view: View, atMs: number): number {
  const { time, length } = view.data.columns;
  const [first, last] = [time[0]!, time[length - 1]!];
  if (atMs <= first) return (atMs - first) / lengthOf(view);
  if (atMs >= last) return length - 1 + (atMs - last) / lengthOf(view);
  let [low, high] = [0, length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= atMs) low = middle;
    else high = middle;
  }
  return low + (atMs - time[low]!) / (time[high]! - time[low]!);
}

/** Null without candles. */
export function spanOf(view: View): TimeSpan | null {
  if (view.data.columns.length === 0) return null;
  const { time } = view;
  return { fromMs: timeAt(view, time.logicalAt(0) + time.origin), toMs: timeAt(view, time.right + time.origin) };
}

/** Shows a span as far as zoom and candles allow: the right edge is exact, the left one where the zoom ends. */
export function showSpan(view: View, { fromMs, toMs }: TimeSpan): void {
  if (view.data.columns.length === 0 || !(toMs > fromMs)) return;
  const { time } = view;
  const right = rowAt(view, toMs);
  const bars = Math.max(1, right - rowAt(view, fromMs));
  time.barPx = Math.min(time.maxBarCssPx * time.ratio, Math.max(time.minBarPx, time.widthPx / bars));
  time.right = right - time.origin;
  // Moves by nothing: the edges are brought within the candles.
  time.panBy(0);
}

/** The row whose candle holds a time; -1 for a time without one. */
export function rowOfMoment(view: View, atMs: number): number {
  if (view.data.columns.length === 0) return -1;
  const row = Math.floor(rowAt(view, atMs));
  return row >= 0 && row < view.data.columns.length ? row : -1;
}

/** Copies of the candles in sight, oldest first. */
export function candlesInSight({ time, data: { columns } }: View): CandleSpan {
  const copy = (column: Float64Array): Float64Array => column.slice(time.firstRow, time.endRow);
  return {
    time: copy(columns.time),
    open: copy(columns.open),
    high: copy(columns.high),
    low: copy(columns.low),
    close: copy(columns.close),
    volume: copy(columns.volume),
  };
}
