// Ray: from one place through another and on to the edge.
import { distanceToRay } from '../geometry.ts';
import type { DrawingTool } from '../tool.ts';

export const ray: DrawingTool = {
  kind: 'ray',
  anchors: 2,
  handles: [
    [0, 0],
    [1, 1],
  ],
  endless: true,
  paint(pen, { xy, color }) {
    pen.line(xy[0]!, xy[1]!, xy[2]!, xy[3]!, color, true);
  },
  distance: ({ xy }, x, y) => distanceToRay(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!),
};
