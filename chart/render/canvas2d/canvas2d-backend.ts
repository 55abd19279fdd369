// Canvas2D backend: paints a draw list with a 2D context, on whole pixels where they suffice.
import type { AnyCanvas, Backend } from '../backend.ts';
import type { Context2d } from '../context-2d.ts';
import type { DrawList, SeriesDraw } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { paintLine } from './paint-line.ts';
import { paintArea, paintBars, paintCandles, paintDots } from './paint-series.ts';
import { paintRects } from './paint-rects.ts';
import { paintTexts } from './paint-texts.ts';

const PAINTERS = {
  candles: paintCandles,
  hollow: paintCandles,
  ohlc: paintCandles,
  bars: paintBars,
  line: paintLine,
  area: paintArea,
  dots: paintDots,
} as const satisfies Record<SeriesDraw['kind'], unknown>;

/** Series of one pane follow each other: one clip for each pane. */
function paintSeries(context: Context2d, list: DrawList): void {
  let top = -1;
  context.lineCap = 'butt';
  for (const series of list.series) {
    const { clipTop, clipBottom } = series.up;
    if (clipTop !== top) {
      if (top >= 0) context.restore();
      top = clipTop;
      context.save();
      context.beginPath();
      context.rect(0, clipTop, list.plotRightPx, clipBottom - clipTop);
      context.clip();
    }
    PAINTERS[series.kind](context, series, list.across, list.extraPainters);
  }
  if (top >= 0) context.restore();
}

/** Throws when the canvas gives no 2D context (it already has another one, or memory is out). */
export function createCanvas2dBackend(canvas: AnyCanvas): Backend {
  const context = canvas.getContext('2d', { alpha: false }) as Context2d | null;
  if (!context) throw new Error('the canvas gives no 2D context');
  let font = '';
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
      const { extraPainters, picture } = list;
      picture?.paintGround(context);
      const write = extraPainters ? extraPainters.paintTexts : paintTexts;
      paintRects(context, list.under, extraPainters);
      // Too many for bitmaps of texts that recur.
      paintTexts(context, list.underTexts);
      paintSeries(context, list);
      picture?.paintBubbles(context);
      extraPainters?.paintShapes(context, list.shapes);
      write(context, list.labels, list.font);
      paintRects(context, list.over, extraPainters);
      write(context, list.tags, list.font);
      return true;
    },
    dispose() {
      // Frees the bitmap at once rather than at the next collection.
      canvas.width = 0;
      canvas.height = 0;
    },
  };
}
