// Rounded rectangles of the few sizes there are: filling a kept path costs a sixth of tracing it.

const LIMIT = 64;
const kept = new Map<number, Path2D>();

/** One at the origin; sizes in whole px under 8192, radii under 64 px. */
export function keptRounded(width: number, height: number, radius: number): Path2D {
  const key = (width * 8192 + height) * 64 + radius;
  let path = kept.get(key);
  if (path) return path;
  if (kept.size >= LIMIT) kept.clear();
  path = new Path2D();
  path.roundRect(0, 0, width, height, radius);
  kept.set(key, path);
  return path;
}
