// Text: one line that starts at a place.
import { distanceToArea } from '../geometry.ts';
import type { DrawingTool } from '../tool.ts';

/** Shown while the text is empty. */
const MISSING = '…';

export const text: DrawingTool = {
  kind: 'text',
  anchors: 1,
  handles: [],
  extras: 1,
  texts: (drawing) => [drawing.text === '' ? MISSING : drawing.text],
  /** Half the height in which a pointer hits it. */
  project({ extra }, view) {
    extra[0] = view.fontPx;
  },
  paint(pen, { xy, extra, color, soft, texts, widths }) {
    // It has no handles: a background marks the selection.
    if (pen.selected)
      pen.fill(
        xy[0]! - extra[0]! / 2,
        xy[1]! - extra[0]!,
        xy[0]! + widths[0]! + extra[0]! / 2,
        xy[1]! + extra[0]!,
        soft,
      );
    pen.label(texts[0]!, widths[0]!, xy[0]!, xy[1]!, color);
  },
  distance: ({ xy, extra, widths }, x, y) =>
    distanceToArea(x, y, xy[0]!, xy[1]! - extra[0]!, xy[0]! + widths[0]!, xy[1]! + extra[0]!),
};
