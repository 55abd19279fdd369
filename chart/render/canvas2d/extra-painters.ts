// What the Canvas2D backend learns after the first picture: shapes of tools, and keeping things from one picture for
// the next.
import type { Craft } from '../draw-list.ts';
import { keptLine } from './line-cache.ts';
import { keptRounded } from './rounded-rect-cache.ts';
import { paintShapes } from './paint-shapes.ts';
import { wordPainter } from './text-painter.ts';

/** For one chart. */
export function createCraft(): Craft {
  return { paintShapes, paintTexts: wordPainter(), traced: keptLine, rounded: keptRounded };
}
