// Lines on a 2D context: a brush of hairlines up close, the band between extremes from far.
// From far, rows are buckets.
import type { Context2d } from '../context-2d.ts';
import { type AcrossTransform, type ExtraPainters, NO_VALUE, type SeriesDraw, type TracedLine } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { alignLeft } from './pixel-align.ts';

/** Thicker lines are strokes, and thinner ones too: one hairline would be too thin. */
const THICKEST_BRUSH_PX = 4;
const THINNEST_BRUSH_PX = 2;

/** Needs caps set to butt. */
export function paintLine(
  context: Context2d,
  series: SeriesDraw,
  across: AcrossTransform,
  extraPainters: ExtraPainters | null,
): void {
  const far = series.pointsPerRow === 2;
  const trace = far ? traceBand : traceLine;
  const cachedLine = extraPainters?.traced(series, across, trace);
  const { level, steep } = cachedLine ?? trace(series, across, series.from, series.to);
  const shiftPx = cachedLine ? across.originPx - cachedLine.originPx : 0;
  context.translate(shiftPx, 0);
  if (far) {
    context.fillStyle = cssColor(series.colorUp);
    if (level) context.fill(level);
  } else {
    context.strokeStyle = cssColor(series.colorUp);
    context.lineJoin = 'bevel';
    if (level) stroke(context, level, series, 0, 1);
    if (steep) stroke(context, steep, series, 1, 0);
  }
  context.translate(-shiftPx, 0);
}

function isBrushed({ thicknessPx }: SeriesDraw): boolean {
  return thicknessPx >= THINNEST_BRUSH_PX && thicknessPx <= THICKEST_BRUSH_PX;
}

/**
 * Hairlines side by side, or below each other: three of them take a third of the time of one stroke as thick where a
 * CPU paints, which is where this backend is chosen.
 */
function stroke(context: Context2d, path: Path2D, series: SeriesDraw, right: number, down: number): void {
  const { thicknessPx } = series;
  const hairs = isBrushed(series) ? Math.ceil(thicknessPx) : 1;
  context.lineWidth = hairs > 1 ? 1 : thicknessPx;
  let at = 0;
  for (let hair = 0; hair < hairs; hair += 1) {
    const to = hairs > 1 ? (hair / (hairs - 1) - 0.5) * (thicknessPx - 1) : 0;
    context.translate((to - at) * right, (to - at) * down);
    context.stroke(path);
    at = to;
  }
  context.translate(-at * right, -at * down);
}

/**
 * A polyline through the middles of the wicks, the steep segments of a brushed one apart; a row without a value ends
 * it.
 */
function traceLine(
  series: SeriesDraw,
  across: AcrossTransform,
  from: number,
  to: number,
  line = newLine(),
): TracedLine {
  const {
    rows: { data },
    up: { baseY, pxPerValue },
  } = series;
  const brushed = isBrushed(series);
  const { head } = line;
  // Numbers of an object are written less cheaply than variables.
  let beforeX = line.x;
  let beforeY = line.y;
  for (let row = from; row < to; row += 1) {
    const value = data[row]!;
    const x = value < NO_VALUE / 2 ? alignLeft(across, row, across.wickPx) + across.wickPx / 2 : NaN;
    const y = baseY - value * pxPerValue;
    if (x > beforeX) {
      const isSteep = brushed && Math.abs(y - beforeY) > x - beforeX;
      const path = isSteep
        ? (line.steep ??= new Path2D(head?.steep ?? undefined))
        : (line.level ??= new Path2D(head?.level ?? undefined));
      if (isSteep !== line.isSteep) path.moveTo(beforeX, beforeY);
      path.lineTo(x, y);
      line.isSteep = isSteep;
    } else line.isSteep = null;
    beforeX = x;
    beforeY = y;
  }
  line.x = beforeX;
  line.y = beforeY;
  return line;
}

function newLine(): TracedLine {
  return { level: null, steep: null, x: NaN, y: NaN, isSteep: null, head: null };
}

/** Edges of a band, walked forth above and back below. */
let lefts = new Float64Array(1024);
let tops = new Float64Array(1024);
let bottoms = new Float64Array(1024);

/**
 * A column of whole pixels for each bucket, from its minimum to its maximum and at least as thick as the line,
 * overlapping the one before. Level and upright edges alone: filled, a twentieth of the cost of strokes.
 */
function traceBand(series: SeriesDraw, across: AcrossTransform, from: number, to: number): TracedLine {
  const level = new Path2D();
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const half = series.thicknessPx / 2;
  const width = Math.round(across.stepPx);
  const overlap = Math.round(series.thicknessPx);
  reserve(to - from);
  let count = 0;
  for (let row = from; row < to; row += 1) {
    const least = data[row * 2]!;
    const left = alignLeft(across, row, width);
    if (least >= NO_VALUE / 2) {
      walk(level, count, left);
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
  walk(level, count, alignLeft(across, to, width));
  return Object.assign(newLine(), { level });
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
