// Candles, bars, areas and dots on a 2D context, at the same whole pixels as the shaders compute.
import type { Context2d } from '../context-2d.ts';
import { type AcrossTransform, NO_VALUE, PALE, type SeriesDraw } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { alignLeft } from './pixel-align.ts';

/** The four sides of a rectangle, `edgePx` thick, inside its edges; strokes are set to that. */
function frame(context: Context2d, left: number, top: number, width: number, height: number, edgePx: number): void {
  if (width <= 2 * edgePx || height <= 2 * edgePx) {
    context.fillRect(left, top, width, height);
    return;
  }
  context.strokeRect(left + edgePx / 2, top + edgePx / 2, width - edgePx, height - edgePx);
}

/** One colour at a time: rising candles first, then falling ones. */
export function paintCandles(context: Context2d, series: SeriesDraw, across: AcrossTransform): void {
  const { data } = series.rows;
  const paint = series.kind === 'ohlc' ? paintOhlc : paintCandle;
  context.lineJoin = 'miter';
  context.lineWidth = across.wickPx;
  for (let turn = 0; turn < 2; turn += 1) {
    const rising = turn === 0;
    context.fillStyle = context.strokeStyle = cssColor(rising ? series.colorUp : series.colorDown);
    for (let row = series.from; row < series.to; row += 1) {
      const rose = data[row * 4 + 3]! >= data[row * 4]!;
      if (rose === rising) paint(context, series, across, row, rising && series.kind === 'hollow');
    }
  }
}

function paintCandle(
  context: Context2d,
  series: SeriesDraw,
  across: AcrossTransform,
  row: number,
  hollow: boolean,
): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const { bodyPx, wickPx } = across;
  const at = row * 4;
  const open = Math.floor(baseY - data[at]! * pxPerValue + 0.5);
  const high = Math.floor(baseY - data[at + 1]! * pxPerValue + 0.5);
  const low = Math.floor(baseY - data[at + 2]! * pxPerValue + 0.5);
  const close = Math.floor(baseY - data[at + 3]! * pxPerValue + 0.5);
  const top = Math.min(high, low);
  const bottom = Math.max(top + 1, high, low);
  const left = alignLeft(across, row, wickPx);
  if (bodyPx <= wickPx) {
    context.fillRect(left, top, wickPx, bottom - top);
    return;
  }
  const bodyLeft = left - (bodyPx - wickPx) / 2;
  const bodyTop = Math.min(open, close);
  const bodyBottom = Math.max(bodyTop + 1, open, close);
  if (hollow) {
    if (bodyTop > top) context.fillRect(left, top, wickPx, bodyTop - top);
    if (bottom > bodyBottom) context.fillRect(left, bodyBottom, wickPx, bottom - bodyBottom);
    frame(context, bodyLeft, bodyTop, bodyPx, bodyBottom - bodyTop, wickPx);
    return;
  }
  if (bottom > bodyBottom || top < bodyTop) context.fillRect(left, top, wickPx, bottom - top);
  context.fillRect(bodyLeft, bodyTop, bodyPx, bodyBottom - bodyTop);
}

/** A stem from high to low, the open to its left and the close to its right. */
function paintOhlc(context: Context2d, series: SeriesDraw, across: AcrossTransform, row: number): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const { bodyPx, wickPx } = across;
  const at = row * 4;
  const high = Math.floor(baseY - data[at + 1]! * pxPerValue + 0.5);
  const low = Math.floor(baseY - data[at + 2]! * pxPerValue + 0.5);
  const left = alignLeft(across, row, wickPx);
  const top = Math.min(high, low);
  context.fillRect(left, top, wickPx, Math.max(1, Math.abs(low - high)));
  const arm = (bodyPx - wickPx) / 2;
  if (arm <= 0) return;
  const lift = wickPx >> 1;
  context.fillRect(left - arm, Math.floor(baseY - data[at]! * pxPerValue + 0.5) - lift, arm, wickPx);
  context.fillRect(left + wickPx, Math.floor(baseY - data[at + 3]! * pxPerValue + 0.5) - lift, arm, wickPx);
}

export function paintBars(context: Context2d, series: SeriesDraw, across: AcrossTransform): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const { bodyPx, wickPx } = across;
  const zero = Math.floor(baseY - series.zero * pxPerValue + 0.5);
  for (let turn = 0; turn < 2; turn += 1) {
    const rising = turn === 0;
    context.fillStyle = cssColor(rising ? series.colorUp : series.colorDown);
    for (let row = series.from; row < series.to; row += 1) {
      const value = data[row * 2]!;
      const look = data[row * 2 + 1]!;
      if (value >= NO_VALUE / 2 || look > 0 !== rising) continue;
      const y = Math.floor(baseY - value * pxPerValue + 0.5);
      const left = alignLeft(across, row, wickPx) - (bodyPx - wickPx) / 2;
      const height = Math.max(1, Math.abs(y - zero));
      context.globalAlpha = look === 2 || look === -2 ? PALE : 1;
      context.fillRect(left, Math.min(y, zero), bodyPx, height);
    }
  }
  context.globalAlpha = 1;
}

/** From the line, or the upper edge of its band, down to the bottom of the pane. */
export function paintArea(context: Context2d, series: SeriesDraw, across: AcrossTransform): void {
  const { data } = series.rows;
  const { baseY, pxPerValue, clipBottom } = series.up;
  const perRow = series.pointsPerRow;
  const middle = across.wickPx / 2;
  context.fillStyle = cssColor(series.colorUp);
  context.beginPath();
  let open = false;
  let x = 0;
  for (let row = series.from; row < series.to; row += 1) {
    const value = data[row * perRow]!;
    if (value >= NO_VALUE / 2) {
      if (open) context.lineTo(x, clipBottom);
      open = false;
      continue;
    }
    x = alignLeft(across, row, across.wickPx) + middle;
    if (!open) context.moveTo(x, clipBottom);
    context.lineTo(x, baseY - Math.max(value * pxPerValue, data[row * perRow + perRow - 1]! * pxPerValue));
    open = true;
  }
  if (open) context.lineTo(x, clipBottom);
  context.fill();
}

/** Round dots; squares of whole pixels where rows are buckets, because there are many of them. */
export function paintDots(context: Context2d, series: SeriesDraw, across: AcrossTransform): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const perRow = series.pointsPerRow;
  const middle = across.wickPx / 2;
  const radius = series.thicknessPx / 2;
  for (let turn = 0; turn < 2; turn += 1) {
    const above = turn === 1;
    context.fillStyle = cssColor(above ? series.colorDown : series.colorUp);
    context.beginPath();
    for (let at = series.from * perRow; at < series.to * perRow; at += 1) {
      const value = data[at * 2]!;
      if (value >= NO_VALUE / 2 || data[at * 2 + 1]! < 0 !== above) continue;
      const x = alignLeft(across, perRow === 1 ? at : at >> 1, across.wickPx) + middle;
      const y = baseY - value * pxPerValue;
      if (perRow === 2) {
        context.fillRect(
          Math.round(x - radius),
          Math.round(y - radius),
          Math.round(series.thicknessPx),
          Math.round(series.thicknessPx),
        );
        continue;
      }
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fill();
  }
}
