// Painters that the Canvas2D backend loads after the first frame: shapes of tools, and caches.
import type { ExtraPainters } from '../draw-list.ts';
import { cachedLine } from './line-cache.ts';
import { cachedRoundedRect } from './rounded-rect-cache.ts';
import { paintShapes } from './paint-shapes.ts';
import { textPainterOf } from './text-painter.ts';

/** For one chart. */
export function createExtraPainters(): ExtraPainters {
  return { paintShapes, paintTexts: textPainterOf(), traced: cachedLine, rounded: cachedRoundedRect };
}
