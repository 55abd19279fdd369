// Brush: a freehand stroke.
import { distanceToSegment } from '../geometry.ts';
import type { DrawingTool } from '../tool.ts';

export const brush: DrawingTool = {
  kind: 'brush',
  anchors: 'free',
  handles: [],
  between: true,
  paint(pen, { xy, color }) {
    for (let at = 2; at < xy.length; at += 2) pen.line(xy[at - 2]!, xy[at - 1]!, xy[at]!, xy[at + 1]!, color);
  },
  distance({ xy }, x, y) {
    let nearest = Infinity;
    for (let at = 2; at < xy.length; at += 2)
      nearest = Math.min(nearest, distanceToSegment(x, y, xy[at - 2]!, xy[at - 1]!, xy[at]!, xy[at + 1]!));
    return nearest;
  },
};
