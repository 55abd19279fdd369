// Vertical line: a time from top to bottom of the pane.
import type { DrawingTool } from '../tool.ts';

export const vertical: DrawingTool = {
  kind: 'vertical',
  anchors: 1,
  handles: [[0, 0]],
  paint(pen, { xy, color }) {
    pen.upright(xy[0]!, pen.box.top, pen.box.bottom, color);
  },
  distance: ({ xy }, x) => Math.abs(x - xy[0]!),
};
