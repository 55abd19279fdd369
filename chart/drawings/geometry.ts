// Distances and clipping in the plane, in device px. Pure.
// Coordinates are numbers, not points: one would be allocated for every anchor at each move of a pointer.

/** A rectangle, edges included. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Distance from a point to a piece of the line through two points: `from` and `to` are shares of the way from 1 to 2.
 */
function distanceToSpan(
  x: number,
  y: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  from: number,
  to: number,
): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(to, Math.max(from, ((x - x1) * dx + (y - y1) * dy) / square));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

export function distanceToSegment(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  return distanceToSpan(x, y, x1, y1, x2, y2, 0, 1);
}

/** The ray starts in 1 and passes through 2; where both are one point, that point. */
export function distanceToRay(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  return distanceToSpan(x, y, x1, y1, x2, y2, 0, Infinity);
}

/** Distance to the outline of the rectangle with two opposite corners. */
export function distanceToOutline(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  return Math.min(
    distanceToSegment(x, y, x1, y1, x2, y1),
    distanceToSegment(x, y, x1, y2, x2, y2),
    distanceToSegment(x, y, x1, y1, x1, y2),
    distanceToSegment(x, y, x2, y1, x2, y2),
  );
}

/** Whether a point lies in the rectangle with two opposite corners, edges included. */
export function isWithin(x: number, y: number, x1: number, y1: number, x2: number, y2: number): boolean {
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
}

/** 0 inside the rectangle, otherwise the distance to it. */
export function distanceToArea(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  return isWithin(x, y, x1, y1, x2, y2) ? 0 : distanceToOutline(x, y, x1, y1, x2, y2);
}

/** Height of the line through 1 and 2 at `x`; 1 and 2 must differ in x. */
export function heightAt(x: number, x1: number, y1: number, x2: number, y2: number): number {
  return y1 + ((x - x1) * (y2 - y1)) / (x2 - x1);
}

/**
 * The part of a segment inside the box, into `out` as x1 y1 x2 y2; false when there is none. `endless`: the segment
 * goes on beyond its second point. Ends without a place (NaN) are not drawn. Keeps numbers small enough for 32 bit
 * floats however far away the ends are.
 */
export function clipSegment(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  box: Box,
  out: Float64Array,
  endless = false,
): boolean {
  const dx = x2 - x1;
  const dy = y2 - y1;
  if (!Number.isFinite(x1 + y1 + dx + dy)) return false;
  let from = 0;
  let to = endless && (dx !== 0 || dy !== 0) ? Infinity : 1;
  for (let side = 0; side < 4; side += 1) {
    // How fast the segment leaves over this side, and the distance to it.
    const speed = side === 0 ? -dx : side === 1 ? dx : side === 2 ? -dy : dy;
    const distancePx =
      side === 0 ? x1 - box.left : side === 1 ? box.right - x1 : side === 2 ? y1 - box.top : box.bottom - y1;
    if (speed === 0 && distancePx < 0) return false;
    if (speed < 0) from = Math.max(from, distancePx / speed);
    if (speed > 0) to = Math.min(to, distancePx / speed);
  }
  if (!(from <= to && to < Infinity)) return false;
  out[0] = x1 + from * dx;
  out[1] = y1 + from * dy;
  out[2] = x1 + to * dx;
  out[3] = y1 + to * dy;
  return true;
}
