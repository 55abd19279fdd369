// The backend without WebGL: paints a draw list with a 2D context, whole pixels only, one path a colour.
import type { Backend } from '../backend.ts';
import type { DrawList, Rgba } from '../draw-list.ts';
import { RectList, type TextList } from '../draw-list.ts';
import { paintBars, paintCandles, paintDots, paintLine } from './paint-series.ts';

/** CSS of packed colours; a chart uses a few dozen. */
const cssCache = new Map<Rgba, string>();

export function cssColor(color: Rgba): string {
  let css = cssCache.get(color);
  if (css === undefined) {
    const alpha = (color >>> 24) / 255;
    css = `rgba(${color & 0xff},${(color >>> 8) & 0xff},${(color >>> 16) & 0xff},${alpha})`;
    cssCache.set(color, css);
  }
  return css;
}

type Context = CanvasRenderingContext2D;

function paintRects(context: Context, rects: RectList): void {
  let color = -1;
  for (let at = 0; at < rects.count; at += 1) {
    const o = at * RectList.STRIDE;
    const { floats } = rects;
    if (rects.colors[o + 5]! !== color) {
      color = rects.colors[o + 5]!;
      context.fillStyle = cssColor(color);
    }
    const radius = floats[o + 4]!;
    if (radius === 0) {
      context.fillRect(floats[o]!, floats[o + 1]!, floats[o + 2]!, floats[o + 3]!);
      continue;
    }
    context.beginPath();
    context.roundRect(floats[o]!, floats[o + 1]!, floats[o + 2]!, floats[o + 3]!, radius);
    context.fill();
  }
}

function paintTexts(context: Context, texts: TextList): void {
  let color = -1;
  for (let at = 0; at < texts.count; at += 1) {
    if (texts.colors[at]! !== color) {
      color = texts.colors[at]!;
      context.fillStyle = cssColor(color);
    }
    context.fillText(texts.texts[at]!, texts.x[at]!, texts.baseline[at]!);
  }
}

function paintSeries(context: Context, list: DrawList): void {
  for (const series of list.series) {
    context.save();
    context.beginPath();
    context.rect(0, series.up.clipTop, list.plotRightPx, series.up.clipBottom - series.up.clipTop);
    context.clip();
    if (series.kind === 'candles') paintCandles(context, series, list.across, cssColor);
    else if (series.kind === 'bars') paintBars(context, series, list.across, cssColor);
    else if (series.kind === 'line') paintLine(context, series, list.across, cssColor);
    else paintDots(context, series, list.across, cssColor);
    context.restore();
  }
}

/** Throws when the canvas gives no 2D context (it already has another one, or memory is out). */
export function createCanvas2dBackend(canvas: HTMLCanvasElement): Backend {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('the canvas gives no 2D context');
  return {
    kind: 'canvas2d',
    resize(widthPx, heightPx) {
      canvas.width = widthPx;
      canvas.height = heightPx;
    },
    draw(list) {
      context.fillStyle = cssColor(list.background);
      context.fillRect(0, 0, list.widthPx, list.heightPx);
      if (context.font !== list.font) context.font = list.font;
      paintRects(context, list.under);
      paintSeries(context, list);
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
