// The backend without WebGL: paints a draw list with a 2D context, whole pixels wherever they do.
import type { AnyCanvas, Backend, Context2d } from '../backend.ts';
import type { DrawList, SeriesDraw } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { paintLines } from './paint-line.ts';
import { paintArea, paintBars, paintCandles, paintDots } from './paint-series.ts';
import { paintRects } from './paint-rects.ts';
import { paintTexts } from './paint-texts.ts';

const PAINTERS = {
  candles: paintCandles, hollow: paintCandles, ohlc: paintCandles, bars: paintBars, area: paintArea, dots: paintDots,
} as const satisfies Record<Exclude<SeriesDraw['kind'], 'line'>, unknown>;

function clip(context: Context2d, top: number, right: number, bottom: number): void {
  context.save();
  context.beginPath();
  context.rect(0, top, right, bottom - top);
  context.clip();
}

/** One clip for what follows each other in a pane, and one for all lines, which keep to their panes by themselves. */
function paintSeries(context: Context2d, list: DrawList, zooming: boolean): void {
  const { series, across, plotRightPx } = list;
  let top = -1;
  let at = 0;
  for (; at < series.length; at += 1) {
    const each = series[at]!;
    if (each.kind === 'line') break;
    if (each.up.clipTop !== top) {
      if (top >= 0) context.restore();
      top = each.up.clipTop;
      clip(context, top, plotRightPx, each.up.clipBottom);
    }
    PAINTERS[each.kind](context, each, across);
  }
  if (top >= 0) context.restore();
  if (at === series.length) return;
  clip(context, 0, plotRightPx, list.heightPx);
  paintLines(context, series, at, across, zooming);
  context.restore();
}

/** Throws when the canvas gives no 2D context (it already has another one, or memory is out). */
export function createCanvas2dBackend(canvas: AnyCanvas): Backend {
  const context = canvas.getContext('2d', { alpha: false }) as Context2d | null;
  if (!context) throw new Error('the canvas gives no 2D context');
  let font = '';
  let stepPx = NaN;
  return {
    kind: 'canvas2d',
    resize(widthPx, heightPx) {
      canvas.width = widthPx;
      canvas.height = heightPx;
      // Setting the size forgets the font.
      font = '';
    },
    draw(list) {
      context.fillStyle = cssColor(list.background);
      context.fillRect(0, 0, list.widthPx, list.heightPx);
      if (font !== list.font) context.font = font = list.font;
      paintRects(context, list.under);
      const zooming = list.across.stepPx !== stepPx;
      stepPx = list.across.stepPx;
      paintSeries(context, list, zooming);
      list.shapes.painter?.(context, list.shapes);
      paintTexts(context, list.labels);
      paintRects(context, list.over);
      paintTexts(context, list.tags);
      return true;
    },
    destroy() {
      // Frees the bitmap at once rather than at the next collection.
      canvas.width = 0;
      canvas.height = 0;
    },
  };
}
