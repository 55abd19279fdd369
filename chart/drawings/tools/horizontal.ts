// Horizontal line: a price across the whole pane, written above its right end.
import type { DrawingTool } from '../tool.ts';

const PAD_CSS_PX = 6;

export const horizontal: DrawingTool = {
  kind: 'horizontal',
  anchors: 1,
  handles: [[0, 0]],
  endless: true,
  texts: ({ anchors }, view) => [view.prices.format(anchors[0]!.price)],
  paint(pen, { xy, color, texts, widths }) {
    const { box, view } = pen;
    pen.across(box.left, box.right, xy[1]!, color);
    pen.label(
      texts[0]!,
      widths[0]!,
      box.right - widths[0]! - PAD_CSS_PX * view.ratio,
      xy[1]! - view.fontPx * 0.9,
      color,
    );
  },
  distance: ({ xy }, _x, y) => Math.abs(y - xy[1]!),
};
