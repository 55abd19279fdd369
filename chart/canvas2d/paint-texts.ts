// Words on a 2D context, whose font is set.
import type { Context2d } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** All words from the `from`th on. */
export function paintTexts(context: Context2d, texts: TextList, from = 0): void {
  let color = -1;
  for (let at = from; at < texts.count; at += 1) {
    if (texts.colors[at]! !== color) {
      color = texts.colors[at]!;
      context.fillStyle = cssColor(color);
    }
    context.fillText(texts.texts[at]!, texts.x[at]!, texts.baseline[at]!);
  }
}
