// Lines from far, where rows are buckets: the band between all minima and maxima, kept as a path while panning moves it rigidly.
import type { Context2d } from '../backend.ts';
import type { AcrossTransform, SeriesDraw } from '../draw-list.ts';
import { NO_VALUE } from '../scene/data-window.ts';
import { cssColor } from './css-color.ts';
import { leftOf } from './left-of.ts';

/** What a band was last traced from, and its path once that held for two frames. */
interface Kept {
  revision: number;
  baseY: number;
  pxPerValue: number;
  fractionPx: number;
  stepPx: number;
  originPx: number;
  path: Path2D | null;
}

const kept = new WeakMap<SeriesDraw, Kept>();
/** Lower edge of a band, kept while the upper one is walked. */
let edgeX = new Float64Array(1024);
let edgeY = new Float64Array(1024);

/** One filled band, as thick as the line where minimum and maximum meet: a fifteenth of the cost of strokes. */
export function paintBand(context: Context2d, series: SeriesDraw, across: AcrossTransform): void {
  context.fillStyle = cssColor(series.colorUp);
  const known = kept.get(series);
  if (!known || !holds(known, series, across)) {
    kept.set(series, { revision: series.rows.revision, baseY: series.up.baseY, pxPerValue: series.up.pxPerValue, fractionPx: across.fractionPx, stepPx: across.stepPx, originPx: 0, path: null });
    context.beginPath();
    trace(context, series, across, series.from, series.to);
    context.fill();
    return;
  }
  if (!known.path) {
    known.path = new Path2D();
    known.originPx = across.originPx;
    trace(known.path, series, across, 0, series.rows.count);
  }
  const shiftPx = across.originPx - known.originPx;
  context.translate(shiftPx, 0);
  context.fill(known.path);
  context.translate(-shiftPx, 0);
}

function holds(known: Kept, { rows, up }: SeriesDraw, across: AcrossTransform): boolean {
  return known.revision === rows.revision && rows.patchedFrom === Infinity && known.baseY === up.baseY && known.pxPerValue === up.pxPerValue
    && known.stepPx === across.stepPx && known.fractionPx === across.fractionPx;
}

function trace(path: Context2d | Path2D, series: SeriesDraw, across: AcrossTransform, from: number, to: number): void {
  const { data } = series.rows;
  const { baseY, pxPerValue } = series.up;
  const half = series.thicknessPx / 2;
  if (edgeX.length < to - from) {
    edgeX = new Float64Array((to - from) * 2);
    edgeY = new Float64Array((to - from) * 2);
  }
  let count = 0;
  for (let row = from; row < to; row += 1) {
    const least = data[row * 2]!;
    if (least >= NO_VALUE / 2) {
      close(path, count);
      count = 0;
      continue;
    }
    const x = leftOf(across, row, across.wickPx);
    const one = baseY - least * pxPerValue;
    const other = baseY - data[row * 2 + 1]! * pxPerValue;
    const top = Math.floor(Math.min(one, other) - half + 0.5);
    // Whole pixels: slanted edges between them are smoothed all the same, level ones cost nothing.
    if (count === 0) path.moveTo(x, top);
    else path.lineTo(x, top);
    edgeX[count] = x;
    edgeY[count] = Math.floor(Math.max(one, other) + half + 0.5);
    count += 1;
  }
  close(path, count);
}

/** Walks back along the lower edge. */
function close(path: Context2d | Path2D, count: number): void {
  if (count === 0) return;
  for (let at = count - 1; at >= 0; at -= 1) path.lineTo(edgeX[at]!, edgeY[at]!);
  path.closePath();
}
