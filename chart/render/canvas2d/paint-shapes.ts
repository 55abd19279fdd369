// Drawings and lines of orders on a 2D context: filled quadrilaterals, then segments, inside one clip.
import type { Context2d } from '../context-2d.ts';
import { type Rgba, ShapeList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

const DASH: number[] = [0, 0];
const SOLID: number[] = [];

export function paintShapes(context: Context2d, shapes: ShapeList): void {
  if (shapes.quadCount + shapes.segmentCount === 0) return;
  context.save();
  context.beginPath();
  context.rect(shapes.clipLeft, shapes.clipTop, shapes.clipRight - shapes.clipLeft, shapes.clipBottom - shapes.clipTop);
  context.clip();
  paintQuads(context, shapes);
  paintSegments(context, shapes);
  context.restore();
}

function paintQuads(context: Context2d, { quads, quadColors, quadCount }: ShapeList): void {
  for (let at = 0; at < quadCount; at += 1) {
    const o = at * ShapeList.QUAD;
    context.fillStyle = cssColor(quadColors[o + 8]!);
    const square =
      quads[o + 1] === quads[o + 3] &&
      quads[o + 2] === quads[o + 4] &&
      quads[o + 5] === quads[o + 7] &&
      quads[o] === quads[o + 6];
    if (square) {
      const left = Math.round(quads[o]!);
      const top = Math.round(quads[o + 1]!);
      context.fillRect(left, top, Math.round(quads[o + 4]!) - left, Math.round(quads[o + 5]!) - top);
      continue;
    }
    context.beginPath();
    context.moveTo(quads[o]!, quads[o + 1]!);
    for (let corner = 2; corner < 8; corner += 2) context.lineTo(quads[o + corner]!, quads[o + corner + 1]!);
    context.fill();
  }
}

/**
 * Horizontal and vertical segments lie on whole pixels, so that hairlines are crisp; the others are strokes with round
 * ends, butt when dashed.
 */
function paintSegments(context: Context2d, shapes: ShapeList): void {
  const { segments, segmentColors, segmentCount } = shapes;
  let open = false;
  let color = -1;
  let thickness = -1;
  let dash = 0;
  const flush = (): void => {
    if (open) context.stroke();
    open = false;
  };
  for (let at = 0; at < segmentCount; at += 1) {
    const o = at * ShapeList.SEGMENT;
    const own = segmentColors[o + 6]!;
    if (segments[o] === segments[o + 2] || segments[o + 1] === segments[o + 3]) {
      flush();
      paintStraight(context, shapes, o, own);
      continue;
    }
    if (!open || own !== color || segments[o + 4] !== thickness || segments[o + 5] !== dash) {
      flush();
      color = own;
      thickness = segments[o + 4]!;
      dash = segments[o + 5]!;
      startStroke(context, color, thickness, dash);
      open = true;
    }
    context.moveTo(segments[o]!, segments[o + 1]!);
    context.lineTo(segments[o + 2]!, segments[o + 3]!);
  }
  flush();
}

function startStroke(context: Context2d, color: Rgba, thickness: number, dash: number): void {
  DASH[0] = dash;
  DASH[1] = dash;
  context.strokeStyle = cssColor(color);
  context.lineWidth = thickness;
  context.lineCap = dash > 0 ? 'butt' : 'round';
  context.setLineDash(dash > 0 ? DASH : SOLID);
  context.beginPath();
}

/** A level or upright segment as rectangles, one a dash; what lies outside the clip is left out. */
function paintStraight(context: Context2d, shapes: ShapeList, o: number, color: Rgba): void {
  const { segments } = shapes;
  const upright = segments[o] === segments[o + 2];
  const thickness = Math.max(1, Math.round(segments[o + 4]!));
  const across = Math.round((upright ? segments[o]! : segments[o + 1]!) - thickness / 2);
  const one = segments[upright ? o + 1 : o]!;
  const other = segments[upright ? o + 3 : o + 2]!;
  const start = Math.round(Math.min(one, other));
  const from = Math.max(start, Math.floor(upright ? shapes.clipTop : shapes.clipLeft));
  const to = Math.min(Math.round(Math.max(one, other)), Math.ceil(upright ? shapes.clipBottom : shapes.clipRight));
  const dash = Math.round(segments[o + 5]!);
  context.fillStyle = cssColor(color);
  const step = dash > 0 ? 2 * dash : Math.max(1, to - from);
  const first = dash > 0 ? start + Math.floor((from - start) / step) * step : from;
  for (let at = first; at < to; at += step) {
    const begin = Math.max(from, at);
    const size = Math.min(to, dash > 0 ? at + dash : to) - begin;
    if (size <= 0) continue;
    if (upright) context.fillRect(across, begin, thickness, size);
    else context.fillRect(begin, across, size, thickness);
  }
}
