// Bounds of a picture that somebody sends, and the one error of a file that is none.

/** The file is not a picture that is taken; the message says why, for the log and the tests. */
export class BadImageError extends Error {}

export interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/** Longest side, in px: clients scale to 1600; a decoder's memory is bounded by it. */
const LONGEST_PX = 4096;
const SHORTEST_PX = 16;

export function inBounds({ widthPx, heightPx }: PictureSize): boolean {
  return Math.min(widthPx, heightPx) >= SHORTEST_PX && Math.max(widthPx, heightPx) <= LONGEST_PX;
}
