// Paints texts on a 2D context whose font is set.
import type { Context2d } from '../context-2d.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

export function paintTexts(context: Context2d, texts: TextList): void {
  for (let at = 0; at < texts.count; at += 1) {
    context.fillStyle = cssColor(texts.colors[at]!);
    context.fillText(texts.texts[at]!, texts.x[at]!, texts.baseline[at]!);
  }
}
