// Packed colours as CSS, written once each.
import type { Rgba } from '../draw-list.ts';

/** A chart uses a few dozen; drawings may choose any. */
const LIMIT = 1024;
const cache = new Map<Rgba, string>();

export function cssColor(color: Rgba): string {
  let css = cache.get(color);
  if (css !== undefined) return css;
  if (cache.size >= LIMIT) cache.clear();
  css = `rgba(${color & 0xff},${(color >>> 8) & 0xff},${(color >>> 16) & 0xff},${(color >>> 24) / 255})`;
  cache.set(color, css);
  return css;
}
