// Throttle of one view: faster changes are merged, the first one after a pause is written at once.

export class Throttle {
  readonly #minMs: number;
  #lastMs = -Infinity;

  /** `minMs`: least time between two frames that contain the view. */
  constructor(minMs: number) {
    this.#minMs = minMs;
  }

  /** Whether the view may be written at `paintMs`; true counts as written. */
  allows(paintMs: number): boolean {
    if (paintMs - this.#lastMs < this.#minMs) return false;
    this.#lastMs = paintMs;
    return true;
  }
}
