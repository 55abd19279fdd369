// Filled rectangles on a 2D context: square, with round corners, or dashed.
import type { Context2d } from '../backend.ts';
import { type Craft, RectList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

const DASH: number[] = [0, 0];
const SOLID: number[] = [];
const PLAIN = { rounded };

export function paintRects(context: Context2d, rects: RectList, craft: Craft | null): void {
  const { floats, colors, count } = rects;
  let color = -1;
  for (let at = 0; at < count; at += 1) {
    const o = at * RectList.STRIDE;
    if (colors[o + 5]! !== color) {
      color = colors[o + 5]!;
      context.fillStyle = cssColor(color);
    }
    const radius = floats[o + 4]!;
    if (radius === 0) context.fillRect(floats[o]!, floats[o + 1]!, floats[o + 2]!, floats[o + 3]!);
    else if (radius < 0) dashed(context, floats[o]!, floats[o + 1]!, floats[o + 2]!, floats[o + 3]!, -radius, color);
    else fillAt(context, floats[o]!, floats[o + 1]!, (craft ?? PLAIN).rounded(floats[o + 2]!, floats[o + 3]!, radius));
  }
}

function rounded(width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(0, 0, width, height, radius);
  return path;
}

function fillAt(context: Context2d, x: number, y: number, path: Path2D): void {
  context.translate(x, y);
  context.fill(path);
  context.translate(-x, -y);
}

/** One stroke for all dashes; as thick as the rectangle, it covers whole pixels. */
function dashed(context: Context2d, x: number, y: number, width: number, height: number, dashPx: number, color: number): void {
  const level = width >= height;
  const thickness = level ? height : width;
  const middle = (level ? y : x) + thickness / 2;
  DASH[0] = dashPx;
  DASH[1] = dashPx;
  context.setLineDash(DASH);
  context.strokeStyle = cssColor(color);
  context.lineWidth = thickness;
  context.lineCap = 'butt';
  context.beginPath();
  context.moveTo(level ? x : middle, level ? middle : y);
  context.lineTo(level ? x + width : middle, level ? middle : y + height);
  context.stroke();
  context.setLineDash(SOLID);
}
