// Something that is done at a pace: due every so many ms, skipping what was missed.
import type { EpochMs } from '../../core/units/time.ts';

export class Interval {
  readonly #everyMs: number;
  readonly #work: () => void;
  #dueAt = -Infinity;

  constructor(everyMs: number, work: () => void) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /** Makes the next pump do the work, whatever the time. */
  hasten(): void {
    this.#dueAt = -Infinity;
  }

  /** Does the work if its time has come. */
  pump(now: EpochMs): void {
    if (now < this.#dueAt) return;
    this.#dueAt = (Math.floor(now / this.#everyMs) + 1) * this.#everyMs;
    this.#work();
  }
}
