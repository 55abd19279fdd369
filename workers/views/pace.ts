// How often a view is shown: what changes faster is joined, and the first change after a rest goes at once.

/** A frame that goes out anyhow takes along what is due after this share of its time: paces fall into step. */
const ALONG = 0.5;

/** Whether a view may be shown at `paintMs`, and then it counts as shown. `along`: a frame goes out with other things in it. */
export type Pace = (paintMs: number, along: boolean) => boolean;

/** `leastMs`: time between two frames with the view in them. */
export function createPace(leastMs: number): Pace {
  let shownMs = -Infinity;
  return (paintMs, along) => {
    if (paintMs - shownMs < (along ? ALONG : 1) * leastMs) return false;
    shownMs = paintMs;
    return true;
  };
}
