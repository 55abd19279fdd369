// Caches traced lines between frames.
// Shifted while the time scale moves by whole pixels, stretched when the price scale changes.
import type { AcrossTransform, SeriesDraw, TracedLine, Tracer } from '../draw-list.ts';

/** A line as it is painted, and the traced one that it was stretched from, with what that was traced from. */
interface CachedLine extends TracedLine {
  baseY: number;
  pxPerValue: number;
  readonly traced: TracedLine;
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
/** Beyond this stretch, or when inverted, a line is traced again: level segments become steep. */
const MOST_STRETCH = 1.25;
const cache = new WeakMap<SeriesDraw, CachedLine>();
const stretch = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function holds(known: CachedLine, { rows, from, to }: SeriesDraw, across: AcrossTransform): boolean {
  return (
    known.revision === rows.revision &&
    rows.patchedFrom === Infinity &&
    from >= known.from &&
    to <= known.to &&
    known.stepPx === across.stepPx &&
    known.fractionPx === across.fractionPx
  );
}

/**
 * Adapts a line to the price scale of its series; false when it must be traced again. Bands are on whole pixels and
 * are not stretched.
 */
function fits(known: CachedLine, { up: { baseY, pxPerValue }, pointsPerRow }: SeriesDraw): boolean {
  if (known.baseY === baseY && known.pxPerValue === pxPerValue) return true;
  const by = pxPerValue / known.tracedPxPerValue;
  if (pointsPerRow > 1 || !(by <= MOST_STRETCH && by * MOST_STRETCH >= 1)) return false;
  stretch.d = by;
  stretch.f = baseY - known.tracedBaseY * by;
  known.level = stretched(known.traced.level);
  known.steep = known.traced.steep && stretched(known.traced.steep);
  known.baseY = baseY;
  known.pxPerValue = pxPerValue;
  return true;
}

function stretched(path: Path2D): Path2D {
  const out = new Path2D();
  out.addPath(path, stretch);
  return out;
}

/** Of the rows in sight; to be painted `across.originPx - originPx` further to the right. */
export function cachedLine(series: SeriesDraw, across: AcrossTransform, trace: Tracer): CachedLine {
  const known = cache.get(series);
  if (known && holds(known, series, across) && fits(known, series)) return known;
  const beyond = known?.stepPx === across.stepPx && series.rows.patchedFrom === Infinity ? BEYOND_ROWS : 0;
  const from = Math.max(0, series.from - beyond);
  const to = Math.min(series.rows.count, series.to + beyond);
  const {
    rows: { revision },
    up: { baseY, pxPerValue },
  } = series;
  const { originPx, fractionPx, stepPx } = across;
  const traced = trace(series, across, from, to);
  const made = {
    ...traced,
    baseY,
    pxPerValue,
    traced,
    tracedBaseY: baseY,
    tracedPxPerValue: pxPerValue,
    from,
    to,
    originPx,
    fractionPx,
    stepPx,
    revision,
  };
  cache.set(series, made);
  return made;
}
