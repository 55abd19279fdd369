// How often a view is shown: what changes faster is joined, and the first change after a rest goes at once.

/** Whether a view may be shown at `paintMs`, and then it counts as shown. */
export type Throttle = (paintMs: number) => boolean;

/** `leastMs`: time between two frames with the view in them. */
export function createThrottle(minMs: number): Throttle {
  let shownMs = -Infinity;
  return (paintMs) => {
    if (paintMs - shownMs < minMs) return false;
    shownMs = paintMs;
    return true;
  };
}
