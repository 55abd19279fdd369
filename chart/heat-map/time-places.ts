// Where moments are on the chart: candles have equal distances, also where time between them is missing.
import { DAY_MS } from '../../core/units/durations.ts';
import { intervalMs } from '../../core/units/bar-interval.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { barMsOf } from '../scene/bar-length.ts';
import type { View } from '../scene/view.ts';

/** Length of the candle at a row, ms; a month and a bar made of trades have their own. */
function candleMs({ market, data: { columns } }: View, row: number): number {
  const fixed = intervalMs(market.interval);
  if (fixed > 0) return fixed;
  const at = Math.min(row, columns.length - 2);
  return columns.length > 1 ? columns.time[at + 1]! - columns.time[at]! : 30 * DAY_MS;
}

/** Row of the candle that a moment is in, or the last one before it; 0 for one before all. There must be candles. */
function rowBefore({ data: { columns } }: View, atMs: EpochMs): number {
  const { time, length } = columns;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Device px of a moment, whole; one between two candles is where they meet. There must be candles. */
export function xOfTime(view: View, atMs: EpochMs): number {
  const { time, data } = view;
  const row = rowBefore(view, atMs);
  const part = (atMs - data.columns.time[row]!) / candleMs(view, row);
  const isLast = row === data.columns.length - 1;
  return time.xOf(row - time.origin - 0.5 + (isLast ? part : Math.min(1, part)));
}

/** The moment at a device px. There must be candles. */
export function timeAtX(view: View, xPx: number): EpochMs {
  const { time, data } = view;
  const place = time.logicalAt(xPx) + time.origin + 0.5;
  const row = Math.min(data.columns.length - 1, Math.max(0, Math.floor(place)));
  return data.columns.time[row]! + (place - row) * candleMs(view, row);
}

/** Device px of a span of time where no candle is missing. */
export function pxOfSpan(view: View, spanMs: number): number {
  const { market, data, time } = view;
  return (spanMs / barMsOf(market.interval, data.columns)) * time.barPx;
}
