// Caches traced lines between frames.
// Shifted while the time scale moves by whole pixels, stretched when the price scale changes, and traced on from what
// a tick has left as it was.
import type { AcrossTransform, LinePaths, SeriesDraw, TracedLine, Tracer } from '../draw-list.ts';

/** A line as it is painted, and the traced one that it was stretched from, with what that was traced from. */
interface CachedLine extends LinePaths {
  baseY: number;
  pxPerValue: number;
  traced: LinePaths;
  tracedBaseY: number;
  tracedPxPerValue: number;
  from: number;
  to: number;
  originPx: number;
  fractionPx: number;
  stepPx: number;
  revision: number;
  patches: number;
  /** The line of rows [from, headTo), which no tick has changed since it was traced; never painted. */
  head: TracedLine | null;
  headTo: number;
}

/** Rows traced beyond those in sight while the zoom stays: panning may come to them before a range changes. */
const BEYOND_ROWS = 48;
/** Beyond this stretch, or when inverted, a line is traced again: level segments become steep. */
const MAX_STRETCH = 1.25;
const cache = new WeakMap<SeriesDraw, CachedLine>();
const stretch = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
/** Where the rest of a line is traced: where its head was. */
const acrossHead: AcrossTransform = { originPx: 0, fractionPx: 0, stepPx: 1, bodyPx: 1, wickPx: 1 };

/** Whether the rows that it has are those in sight, and where they were, but for ticks. */
function holds(known: CachedLine, { rows, from }: SeriesDraw, across: AcrossTransform): boolean {
  return (
    known.revision === rows.revision &&
    from >= known.from &&
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
  if (pointsPerRow > 1 || !(by <= MAX_STRETCH && by * MAX_STRETCH >= 1)) return false;
  stretch.d = by;
  stretch.f = baseY - known.tracedBaseY * by;
  known.level = stretched(known.traced.level);
  known.steep = stretched(known.traced.steep);
  known.baseY = baseY;
  known.pxPerValue = pxPerValue;
  return true;
}

function stretched(path: Path2D | null): Path2D | null {
  if (path === null) return null;
  const out = new Path2D();
  out.addPath(path, stretch);
  return out;
}

/** Whether ticks have changed rows beyond those of the line alone. */
function isUntouched(known: CachedLine, { rows, to }: SeriesDraw): boolean {
  return known.patches === rows.drawnPatches && rows.patchedFrom >= known.to && to <= known.to;
}

/** Whether ticks alone have changed the line since it was painted last, in the frame before this one. */
function goesOn(known: CachedLine, { rows, up, pointsPerRow }: SeriesDraw): boolean {
  return (
    pointsPerRow === 1 &&
    known.patches === rows.drawnPatches &&
    known.tracedBaseY === up.baseY &&
    known.tracedPxPerValue === up.pxPerValue
  );
}

/** Traces what ticks have changed on to the head. */
function goOn(known: CachedLine, series: SeriesDraw, across: AcrossTransform, trace: Tracer): void {
  const { rows, to, up } = series;
  const at = Object.assign(acrossHead, across, { originPx: known.originPx });
  const headTo = Math.max(known.from, Math.min(rows.patchedFrom, to));
  if (known.head === null || known.headTo > headTo) known.head = trace(series, at, known.from, headTo);
  else if (known.headTo < headTo) trace(series, at, known.headTo, headTo, known.head);
  known.headTo = headTo;
  const { level, steep, x, y, isSteep } = known.head;
  const rest = trace(series, at, headTo, to, { level: null, steep: null, x, y, isSteep, head: known.head });
  known.level = known.traced.level = rest.level ?? level;
  known.steep = known.traced.steep = rest.steep ?? steep;
  known.baseY = up.baseY;
  known.pxPerValue = up.pxPerValue;
  known.to = to;
  known.patches = rows.patches;
}

/** Of the rows in sight; to be painted `across.originPx - originPx` further to the right. */
export function cachedLine(
  series: SeriesDraw,
  across: AcrossTransform,
  trace: Tracer,
): LinePaths & { originPx: number } {
  const { rows, up } = series;
  const known = cache.get(series);
  if (known && holds(known, series, across)) {
    if (isUntouched(known, series)) known.patches = rows.patches;
    const isCurrent = known.patches === rows.patches;
    if (isCurrent && series.to <= known.to && fits(known, series)) return known;
    if (!isCurrent && goesOn(known, series)) {
      goOn(known, series, across, trace);
      return known;
    }
  }
  const beyond = known?.stepPx === across.stepPx && rows.patchedFrom === Infinity ? BEYOND_ROWS : 0;
  const from = Math.max(0, series.from - beyond);
  const to = Math.min(rows.count, series.to + beyond);
  const traced = trace(series, across, from, to);
  const made: CachedLine = {
    level: traced.level,
    steep: traced.steep,
    baseY: up.baseY,
    pxPerValue: up.pxPerValue,
    traced,
    tracedBaseY: up.baseY,
    tracedPxPerValue: up.pxPerValue,
    from,
    to,
    originPx: across.originPx,
    fractionPx: across.fractionPx,
    stepPx: across.stepPx,
    revision: rows.revision,
    patches: rows.patches,
    head: null,
    headTo: 0,
  };
  cache.set(series, made);
  return made;
}
