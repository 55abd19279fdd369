// How often a view is shown: what changes faster is joined, and the first change after a rest goes at once.

/** A frame that goes out anyhow takes along what is due after this share of its time: paces fall into step. */
const ALONG = 0.5;

export class Pace {
  private readonly leastMs: number;
  private shownMs = -Infinity;

  /** `leastMs`: time between two frames with the view in them. */
  constructor(leastMs: number) {
    this.leastMs = leastMs;
  }

  /** Whether the view may be shown now, and then it counts as shown. `along`: a frame goes out with other things in it. */
  due(paintMs: number, along: boolean): boolean {
    if (paintMs - this.shownMs < (along ? ALONG : 1) * this.leastMs) return false;
    this.shownMs = paintMs;
    return true;
  }
}
