// The second tap of a double tap, where the answer to the first one may be there before it.

/** As long as a double tap takes on the slowest setting of a phone. */
const DOUBLE_TAP_MS = 500;

/** The last press that did something. */
export class LastPress {
  #atMs = -Infinity;

  note(): void {
    this.#atMs = performance.now();
  }

  /** Whether a press now is the second of a double tap. */
  get isRecent(): boolean {
    return performance.now() - this.#atMs < DOUBLE_TAP_MS;
  }
}
