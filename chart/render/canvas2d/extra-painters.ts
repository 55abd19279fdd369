// What the Canvas2D backend learns after the first picture: shapes of tools, and keeping things from
// one picture for the next.
import type { ExtraPainters } from '../draw-list.ts';
import { cachedLine } from './line-cache.ts';
import { cachedRoundedRect } from './rounded-rect-cache.ts';
import { paintShapes } from './paint-shapes.ts';
import { textPainterOf } from './text-painter.ts';

/** For one chart. */
export function createExtraPainters(): ExtraPainters {
  return { paintShapes, paintTexts: textPainterOf(), traced: cachedLine, rounded: cachedRoundedRect };
}
