// A task that is due every so many ms; missed runs are skipped.
import type { EpochMs } from '../../core/units/time.ts';

export class PeriodicTask {
  readonly #everyMs: number;
  readonly #run: () => void;
  #dueAt = -Infinity;

  constructor(everyMs: number, work: () => void) {
    this.#everyMs = everyMs;
    this.#run = work;
  }

  /** Makes the task due at the next `runIfDue`. */
  makeDue(): void {
    this.#dueAt = -Infinity;
  }

  /** Runs the task if it is due. */
  runIfDue(now: EpochMs): void {
    if (now < this.#dueAt) return;
    this.#dueAt = (Math.floor(now / this.#everyMs) + 1) * this.#everyMs;
    this.#run();
  }
}
