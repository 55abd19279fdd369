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
  paint(pen, { xy, color, texts, widths }) {
    pen.label(texts[0]!, widths[0]!, xy[0]!, xy[1]!, color);
  },
  distance: ({ xy, extra, widths }, x, y) => distanceToArea(x, y, xy[0]!, xy[1]! - extra[0]!, xy[0]! + widths[0]!, xy[1]! + extra[0]!),
};
