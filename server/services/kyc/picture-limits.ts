// Limits of uploaded pictures, and the error of a file that is none.

/** The file is not an accepted picture; the message is for logs and tests. */
export class BadImageError extends Error {}

export interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/** Longest side in px: clients scale to 1600; bounds a decoder's memory. */
const MAX_SIDE_PX = 4096;
const MIN_SIDE_PX = 16;

export function inBounds({ widthPx, heightPx }: PictureSize): boolean {
  return Math.min(widthPx, heightPx) >= MIN_SIDE_PX && Math.max(widthPx, heightPx) <= MAX_SIDE_PX;
}
