// Filled rectangles on a 2D context: square, with round corners, or dashed.
import type { Context2d } from '../context-2d.ts';
import { type ExtraPainters, RectList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

export function paintRects(context: Context2d, rects: RectList, extraPainters: ExtraPainters | null): void {
  const { floats, colors, count } = rects;
  const rounded = extraPainters?.rounded ?? traceRounded;
  let color = -1;
  for (let at = 0; at < count; at += 1) {
    const o = at * RectList.STRIDE;
    if (colors[o + 5]! !== color) {
      color = colors[o + 5]!;
      context.fillStyle = cssColor(color);
    }
    const x = floats[o]!;
    const y = floats[o + 1]!;
    const width = floats[o + 2]!;
    const height = floats[o + 3]!;
    const radius = floats[o + 4]!;
    if (radius === 0) context.fillRect(x, y, width, height);
    else if (radius < 0) dashed(context, x, y, width, height, -radius);
    else {
      context.translate(x, y);
      context.fill(rounded(width, height, radius));
      context.translate(-x, -y);
    }
  }
}

/** At the origin. */
export function traceRounded(width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(0, 0, width, height, radius);
  return path;
}

/** A few dozen rectangles: no dearer than one dashed stroke, which a frame would need for nothing else. */
function dashed(context: Context2d, x: number, y: number, width: number, height: number, dashPx: number): void {
  for (let at = 0; at < width || at < height; at += 2 * dashPx) {
    if (width < height) context.fillRect(x, y + at, width, Math.min(dashPx, height - at));
    else context.fillRect(x + at, y, Math.min(dashPx, width - at), height);
  }
}
