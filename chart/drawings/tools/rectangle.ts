// Rectangle: two opposite corners, four handles.
import { distanceToOutline, isWithin } from '../geometry.ts';
import type { DrawingTool } from '../tool.ts';

export const rectangle: DrawingTool = {
  kind: 'rectangle',
  anchors: 2,
  handles: [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
  ],
  paint(pen, { xy, color, soft }) {
    pen.fill(xy[0]!, xy[1]!, xy[2]!, xy[3]!, soft);
    pen.outline(xy[0]!, xy[1]!, xy[2]!, xy[3]!, color);
  },
  distance: ({ xy }, x, y) => distanceToOutline(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!),
  inside: ({ xy }, x, y) => isWithin(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!),
};
