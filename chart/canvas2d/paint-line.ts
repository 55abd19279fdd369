// Lines on a 2D context: a brush of hairlines up close, and from far, where rows are buckets, the band between their extremes.
import type { Context2d } from '../backend.ts';
import { type AcrossTransform, type Craft, NO_VALUE, type SeriesDraw, type Tracer } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { leftOf } from './left-of.ts';

/** Thicker lines are strokes, because hairlines would leave gaps between them; thinner ones too, because one hairline is too thin. */
const THICKEST_BRUSH_PX = 4;
const THINNEST_BRUSH_PX = 2;
/** Where the hairlines of a brush run, in radii: the middle, and a square or a hexagon around it. */
const ONE_STROKE: readonly (readonly [number, number])[] = [[0, 0]];
const SMALL_BRUSH: readonly (readonly [number, number])[] = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]];
const LARGE_BRUSH: readonly (readonly [number, number])[] = [[0, 0], [0, 1], [0.87, 0.5], [0.87, -0.5], [0, -1], [-0.87, -0.5], [-0.87, 0.5]];

/** Needs caps set to butt. */
export function paintLine(context: Context2d, series: SeriesDraw, across: AcrossTransform, craft: Craft | null): void {
  const far = series.pointsPerRow === 2;
  const trace = far ? traceBand : traceLine;
  const { path, originPx } = craft ? craft.pathOf(series, across, trace) : pathOf(series, across, trace);
  const shiftPx = across.originPx - originPx;
  if (far) {
    context.fillStyle = cssColor(series.colorUp);
    context.translate(shiftPx, 0);
    context.fill(path);
    context.translate(-shiftPx, 0);
    return;
  }
  context.strokeStyle = cssColor(series.colorUp);
  context.lineJoin = 'bevel';
  brush(context, path, shiftPx, series.thicknessPx);
}

function pathOf(series: SeriesDraw, across: AcrossTransform, trace: Tracer): ReturnType<Craft['pathOf']> {
  const path = new Path2D();
  trace(path, series, across, series.from, series.to);
  return { path, originPx: across.originPx };
}

/** Seven strokes of 1 px take less than half the time of one of 3.75 px where a CPU paints, which is where this backend is chosen. */
function brush(context: Context2d, path: Path2D, shiftPx: number, thicknessPx: number): void {
  const hairy = thicknessPx >= THINNEST_BRUSH_PX && thicknessPx <= THICKEST_BRUSH_PX;
  const radius = (thicknessPx - 1) / 2;
  const hairs = !hairy ? ONE_STROKE : radius <= 1 ? SMALL_BRUSH : LARGE_BRUSH;
  context.lineWidth = hairy ? 1 : thicknessPx;
  let x = 0;
  let y = 0;
  for (let at = 0; at < hairs.length; at += 1) {
    const right = shiftPx + hairs[at]![0] * radius;
    const down = hairs[at]![1] * radius;
    context.translate(right - x, down - y);
    context.stroke(path);
    x = right;
    y = down;
  }
  context.translate(-x, -y);
}

/** A polyline through the middles of the wicks; a row without a value ends it. */
function traceLine(path: Path2D, series: SeriesDraw, across: AcrossTransform, from: number, to: number): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const middle = across.wickPx / 2;
  let open = false;
  for (let row = from; row < to; row += 1) {
    const value = data[row]!;
    if (value >= NO_VALUE / 2) {
      open = false;
      continue;
    }
    const x = leftOf(across, row, across.wickPx) + middle;
    const y = baseY - value * pxPerValue;
    if (open) path.lineTo(x, y);
    else path.moveTo(x, y);
    open = true;
  }
}

/** Edges of a band, walked forth above and back below. */
let lefts = new Float64Array(1024);
let tops = new Float64Array(1024);
let bottoms = new Float64Array(1024);

/**
 * A column of whole pixels for each bucket, from its minimum to its maximum and at least as thick as the line, overlapping
 * the one before. Level and upright edges alone: filled, a twentieth of the cost of strokes.
 */
function traceBand(path: Path2D, series: SeriesDraw, across: AcrossTransform, from: number, to: number): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const half = series.thicknessPx / 2;
  const width = Math.round(across.stepPx);
  const overlap = Math.round(series.thicknessPx);
  reserve(to - from);
  let count = 0;
  for (let row = from; row < to; row += 1) {
    const least = data[row * 2]!;
    const left = leftOf(across, row, width);
    if (least >= NO_VALUE / 2) {
      walk(path, count, left);
      count = 0;
      continue;
    }
    const one = baseY - least * pxPerValue;
    const other = baseY - data[row * 2 + 1]! * pxPerValue;
    const top = Math.floor(Math.min(one, other) - half + 0.5);
    const bottom = Math.floor(Math.max(one, other) + half + 0.5);
    lefts[count] = left;
    tops[count] = count > 0 ? Math.min(top, bottoms[count - 1]! - overlap) : top;
    bottoms[count] = count > 0 ? Math.max(bottom, tops[count - 1]! + overlap) : bottom;
    count += 1;
  }
  walk(path, count, leftOf(across, to, width));
}

function reserve(columns: number): void {
  if (lefts.length >= columns) return;
  lefts = new Float64Array(columns * 2);
  tops = new Float64Array(columns * 2);
  bottoms = new Float64Array(columns * 2);
}

/** Adds the outline of the first `count` columns; the last one ends at `endPx`. */
function walk(path: Path2D, count: number, endPx: number): void {
  if (count === 0) return;
  path.moveTo(lefts[0]!, tops[0]!);
  for (let at = 0; at < count; at += 1) {
    path.lineTo(lefts[at]!, tops[at]!);
    path.lineTo(at + 1 < count ? lefts[at + 1]! : endPx, tops[at]!);
  }
  for (let at = count - 1; at >= 0; at -= 1) {
    path.lineTo(at + 1 < count ? lefts[at + 1]! : endPx, bottoms[at]!);
    path.lineTo(lefts[at]!, bottoms[at]!);
  }
  path.closePath();
}
