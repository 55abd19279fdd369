// Trend line: from one place to another.
import { distanceToSegment } from '../geometry.ts';
import type { DrawingTool } from '../tool.ts';

export const trend: DrawingTool = {
  kind: 'trend',
  anchors: 2,
  handles: [
    [0, 0],
    [1, 1],
  ],
  paint(pen, { xy, color }) {
    pen.line(xy[0]!, xy[1]!, xy[2]!, xy[3]!, color);
  },
  distance: ({ xy }, x, y) => distanceToSegment(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!),
};
