// Throttle of one view: faster changes are merged, the first one after a pause is written at once.

/** Whether a view may be written at `paintMs`; true counts as written. */
export type Throttle = (paintMs: number) => boolean;

/** `minMs`: least time between two frames that contain the view. */
export function createThrottle(minMs: number): Throttle {
  let shownMs = -Infinity;
  return (paintMs) => {
    if (paintMs - shownMs < minMs) return false;
    shownMs = paintMs;
    return true;
  };
}
