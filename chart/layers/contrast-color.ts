// Text colour with contrast on a background: dark on light, white on dark.
import type { Rgba } from '../render/draw-list.ts';

const DARK: Rgba = 0xff150f0b;
const WHITE: Rgba = 0xffffffff;
/** Relative luminance at which white and near-black have equal contrast (WCAG 2.2). */
const EVEN = 0.19;

export function contrastColor(ground: Rgba): Rgba {
  const luminance = 0.2126 * linear(ground) + 0.7152 * linear(ground >>> 8) + 0.0722 * linear(ground >>> 16);
  return luminance > EVEN ? DARK : WHITE;
}

/** The lowest byte, as light. */
function linear(color: number): number {
  const part = (color & 0xff) / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
