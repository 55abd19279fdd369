// Text: words that start at a place.
import { distanceToArea } from '../geometry.ts';
import type { DrawingTool } from '../tool.ts';

/** Stands where words are still missing. */
const MISSING = '…';

export const text: DrawingTool = {
  kind: 'text',
  anchors: 1,
  handles: [],
  extras: 1,
  texts: (drawing) => [drawing.text === '' ? MISSING : drawing.text],
  /** Half the height that a hand may aim at. */
  project({ extra }, view) {
    extra[0] = view.fontPx;
  },
  paint(pen, { xy, extra, color, soft, texts, widths }) {
    // It has no handles: a ground says that it is the selected one.
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
