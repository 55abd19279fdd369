// Paths of lines, kept from frame to frame: while the time scale only moves by whole pixels a path is shifted instead of traced anew, and
// stretched when the price scale changes.
import type { AcrossTransform, SeriesDraw, Tracer } from '../draw-list.ts';

/** A path as it is painted, and the traced one that it was stretched from, with what that was traced from. */
interface KeptPath {
  path: Path2D;
  baseY: number;
  pxPerValue: number;
  readonly traced: Path2D;
  readonly tracedBaseY: number;
  readonly tracedPxPerValue: number;
  readonly from: number;
  readonly to: number;
  readonly originPx: number;
  readonly fractionPx: number;
  readonly stepPx: number;
  readonly revision: number;
}

/** Rows traced beyond those in sight while the zoom stays: panning may come to them before a range changes. */
const BEYOND_ROWS = 48;
/** Stretched further, or turned over, a path is traced anew: its points are floats. */
const MOST_STRETCH = 4;
const kept = new WeakMap<SeriesDraw, KeptPath>();
const stretch = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function holds(known: KeptPath, { rows, from, to }: SeriesDraw, across: AcrossTransform): boolean {
  return known.revision === rows.revision && rows.patchedFrom === Infinity && from >= known.from && to <= known.to
    && known.stepPx === across.stepPx && known.fractionPx === across.fractionPx;
}

/** Brings a path to the price scale of its series; false when it must be traced anew. Bands stand on whole pixels and are not stretched. */
function fits(known: KeptPath, { up: { baseY, pxPerValue }, pointsPerRow }: SeriesDraw): boolean {
  if (known.baseY === baseY && known.pxPerValue === pxPerValue) return true;
  const by = pxPerValue / known.tracedPxPerValue;
  if (pointsPerRow > 1 || !(by <= MOST_STRETCH && by * MOST_STRETCH >= 1)) return false;
  stretch.d = by;
  stretch.f = baseY - known.tracedBaseY * by;
  known.path = new Path2D();
  known.path.addPath(known.traced, stretch);
  known.baseY = baseY;
  known.pxPerValue = pxPerValue;
  return true;
}

/** The path of the rows in sight; it must be painted `across.originPx - originPx` further to the right. */
export function keptPath(series: SeriesDraw, across: AcrossTransform, trace: Tracer): KeptPath {
  const known = kept.get(series);
  if (known && holds(known, series, across) && fits(known, series)) return known;
  const beyond = known?.stepPx === across.stepPx && series.rows.patchedFrom === Infinity ? BEYOND_ROWS : 0;
  const from = Math.max(0, series.from - beyond);
  const to = Math.min(series.rows.count, series.to + beyond);
  const { rows: { revision }, up: { baseY, pxPerValue } } = series;
  const { originPx, fractionPx, stepPx } = across;
  const path = new Path2D();
  trace(path, series, across, from, to);
  const made = { path, baseY, pxPerValue, traced: path, tracedBaseY: baseY, tracedPxPerValue: pxPerValue, from, to, originPx, fractionPx, stepPx, revision };
  kept.set(series, made);
  return made;
}
