// Words on a 2D context, whose font is set.
import type { Context2d } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** Written anew in every frame: browsers keep the shapes of words they have just written, and keeping bitmaps of them instead was dearer. */
export function paintTexts(context: Context2d, texts: TextList): void {
  let color = -1;
  for (let at = 0; at < texts.count; at += 1) {
    if (texts.colors[at]! !== color) {
      color = texts.colors[at]!;
      context.fillStyle = cssColor(color);
    }
    context.fillText(texts.texts[at]!, texts.x[at]!, texts.baseline[at]!);
  }
}
