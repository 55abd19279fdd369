// Paths of lines, kept from frame to frame: while only the time scale moves by whole pixels, a path is shifted instead of traced anew.
import type { AcrossTransform, SeriesDraw, Tracer } from '../draw-list.ts';

/** A path with what it was traced from. */
export interface KeptPath {
  path: Path2D;
  from: number;
  to: number;
  originPx: number;
  fractionPx: number;
  stepPx: number;
  revision: number;
  baseY: number;
  pxPerValue: number;
}

/** Rows traced beyond those in sight while the zoom stays: panning may come to them before a range changes. */
const BEYOND_ROWS = 48;
const kept = new WeakMap<SeriesDraw, KeptPath>();

function holds(known: KeptPath, { rows, up }: SeriesDraw, across: AcrossTransform): boolean {
  return known.revision === rows.revision && rows.patchedFrom === Infinity && known.baseY === up.baseY && known.pxPerValue === up.pxPerValue
    && known.stepPx === across.stepPx && known.fractionPx === across.fractionPx;
}

/** The path of the rows in sight; it must be painted `across.originPx - originPx` further to the right. */
export function keptPath(series: SeriesDraw, across: AcrossTransform, trace: Tracer): KeptPath {
  const known = kept.get(series);
  const same = known !== undefined && holds(known, series, across);
  if (same && series.from >= known.from && series.to <= known.to) return known;
  const beyond = known?.stepPx === across.stepPx && series.rows.patchedFrom === Infinity ? BEYOND_ROWS : 0;
  const from = Math.max(0, series.from - beyond);
  const to = Math.min(series.rows.count, series.to + beyond);
  const { rows: { revision }, up: { baseY, pxPerValue } } = series;
  const { originPx, fractionPx, stepPx } = across;
  const made = { path: new Path2D(), from, to, originPx, fractionPx, stepPx, revision, baseY, pxPerValue };
  trace(made.path, series, across, from, to);
  kept.set(series, made);
  return made;
}
