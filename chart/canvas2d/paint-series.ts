// Candles, bars, lines and dots on a 2D context, at the same whole pixels as the shaders compute.
import type { AcrossTransform, Rgba, SeriesDraw } from '../draw-list.ts';
import { NO_VALUE } from '../scene/data-window.ts';

type Context = CanvasRenderingContext2D;
type Css = (color: Rgba) => string;

/** Left edge of a thing `widthPx` wide that stands on a row. */
function leftOf(across: AcrossTransform, row: number, widthPx: number): number {
  return across.originPx + Math.floor(across.fractionPx + row * across.stepPx + 0.5) - (widthPx >> 1);
}

/** One colour at a time: rising candles first, then falling ones, a rectangle each for wick and body. */
export function paintCandles(context: Context, series: SeriesDraw, across: AcrossTransform, css: Css): void {
  for (const rising of [true, false]) {
    context.fillStyle = css(rising ? series.colorUp : series.colorDown);
    for (let row = series.from; row < series.to; row += 1) {
      const { data } = series.rows;
      const rises = data[row * 4 + 3]! >= data[row * 4]!;
      if (rises === rising) paintCandle(context, series, across, row);
    }
  }
}

function paintCandle(context: Context, series: SeriesDraw, across: AcrossTransform, row: number): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const { bodyPx, wickPx } = across;
  const y = (part: number): number => Math.floor(baseY - data[row * 4 + part]! * pxPerValue + 0.5);
  const high = y(1);
  const low = Math.max(high + 1, y(2));
  const open = y(0);
  const close = y(3);
  const top = Math.min(open, close);
  const wickLeft = leftOf(across, row, wickPx);
  context.fillRect(wickLeft, high, wickPx, low - high);
  if (bodyPx > wickPx) context.fillRect(wickLeft - (bodyPx - wickPx) / 2, top, bodyPx, Math.max(1, Math.max(open, close) - top));
}

export function paintBars(context: Context, series: SeriesDraw, across: AcrossTransform, css: Css): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const zero = Math.floor(baseY - series.zero * pxPerValue + 0.5);
  for (const rising of [true, false]) {
    context.fillStyle = css(rising ? series.colorUp : series.colorDown);
    for (let row = series.from; row < series.to; row += 1) {
      const value = data[row * 2]!;
      if (value >= NO_VALUE / 2 || data[row * 2 + 1]! > 0 !== rising) continue;
      const y = Math.floor(baseY - value * pxPerValue + 0.5);
      const top = Math.min(y, zero);
      const wickLeft = leftOf(across, row, across.wickPx);
      context.fillRect(wickLeft - (across.bodyPx - across.wickPx) / 2, top, across.bodyPx, Math.max(1, Math.abs(y - zero)));
    }
  }
}

/** A polyline through the middles of the wicks; a row without a value ends it. */
export function paintLine(context: Context, series: SeriesDraw, across: AcrossTransform, css: Css): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const perRow = series.pointsPerRow;
  context.strokeStyle = css(series.colorUp);
  context.lineWidth = series.thicknessPx;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  let open = false;
  for (let at = series.from * perRow; at < series.to * perRow; at += 1) {
    const value = data[at]!;
    if (value >= NO_VALUE / 2) {
      open = false;
      continue;
    }
    const x = leftOf(across, perRow === 1 ? at : at >> 1, across.wickPx) + across.wickPx / 2;
    const y = baseY - value * pxPerValue;
    if (open) context.lineTo(x, y);
    else context.moveTo(x, y);
    open = true;
  }
  context.stroke();
}

export function paintDots(context: Context, series: SeriesDraw, across: AcrossTransform, css: Css): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const perRow = series.pointsPerRow;
  const radius = series.thicknessPx / 2;
  context.fillStyle = css(series.colorUp);
  context.beginPath();
  for (let at = series.from * perRow; at < series.to * perRow; at += 1) {
    const value = data[at]!;
    if (value >= NO_VALUE / 2) continue;
    const x = leftOf(across, perRow === 1 ? at : at >> 1, across.wickPx) + across.wickPx / 2;
    const y = baseY - value * pxPerValue;
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}
