// How often a view is shown: what changes faster is joined, and the first change after a rest goes at once.

/** Whether a view may be shown at `paintMs`, and then it counts as shown. */
export type Pace = (paintMs: number) => boolean;

/** `leastMs`: time between two frames with the view in them. */
export function createPace(leastMs: number): Pace {
  let shownMs = -Infinity;
  return (paintMs) => {
    if (paintMs - shownMs < leastMs) return false;
    shownMs = paintMs;
    return true;
  };
}
