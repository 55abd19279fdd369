// What the Canvas2D backend learns after the first picture: shapes of tools, and keeping things from one picture for the next.
import type { Craft } from '../draw-list.ts';
import { keptLine } from './kept-line.ts';
import { keptRounded } from './kept-rounded.ts';
import { paintShapes } from './paint-shapes.ts';
import { wordPainter } from './word-painter.ts';

/** For one chart. */
export function createCraft(): Craft {
  return { paintShapes, paintTexts: wordPainter(), traced: keptLine, rounded: keptRounded };
}
