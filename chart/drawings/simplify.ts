// Thins a stroke by leaving out points that lie nearly on the line between their neighbours.
// Algorithm of Ramer, Douglas and Peucker.
import { distanceToSegment } from './geometry.ts';

/**
 * Marks in `keep` the points of `xy` (x and y in turn) that are needed to stay within `tolerancePx`. No recursion:
 * strokes are long.
 */
function markNeeded(xy: ArrayLike<number>, count: number, tolerancePx: number, keep: Uint8Array): void {
  keep[0] = 1;
  keep[count - 1] = 1;
  const open = [0, count - 1];
  while (open.length > 0) {
    const to = open.pop()!;
    const from = open.pop()!;
    let farthest = -1;
    let most = tolerancePx;
    for (let at = from + 1; at < to; at += 1) {
      const away = distanceToSegment(
        xy[2 * at]!,
        xy[2 * at + 1]!,
        xy[2 * from]!,
        xy[2 * from + 1]!,
        xy[2 * to]!,
        xy[2 * to + 1]!,
      );
      if (away > most) {
        most = away;
        farthest = at;
      }
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    open.push(from, farthest, farthest, to);
  }
}

/**
 * Indexes of the points that stay, first and last among them. The tolerance doubles until at most `most` (>= 2) stay.
 */
export function simplify(xy: ArrayLike<number>, tolerancePx: number, most: number): number[] {
  const count = xy.length >> 1;
  for (let tolerance = tolerancePx; ; tolerance = Math.max(2 * tolerance, 1e-3)) {
    if (count < 3) return Array.from({ length: count }, (_, at) => at);
    const keep = new Uint8Array(count);
    markNeeded(xy, count, tolerance, keep);
    const needed: number[] = [];
    for (let at = 0; at < count; at += 1) if (keep[at]) needed.push(at);
    if (needed.length <= most) return needed;
  }
}
