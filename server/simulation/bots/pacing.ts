// When the bots act: moments drawn from a secret stream, so that nobody knows the next one.
import type { EpochMs } from '../../../core/units/time.ts';
import type { RandomStream } from '../random-stream.ts';

/** Pause between two passes, ms: takers come, and makers mend what somebody traded away. */
const PASS_MS = { least: 60, most: 190 } as const;
/**
 * Pause between two moves of all prices, ms. All markets move in the same pass, so that none tells another's next move.
 */
const MOVE_MS = { least: 200, most: 500 } as const;

export class Pacing {
  readonly #random: RandomStream;
  #moveAt: EpochMs;

  constructor(random: RandomStream, now: EpochMs) {
    this.#random = random;
    this.#moveAt = now;
  }

  /** Whether prices move in a pass at `now`; draws the next moment when they do. */
  moves(now: EpochMs): boolean {
    if (now < this.#moveAt) return false;
    this.#moveAt = now + this.#between(MOVE_MS);
    return true;
  }

  /** Pause until the next pass, ms. */
  nextPassMs(): number {
    return this.#between(PASS_MS);
  }

  #between({ least, most }: { least: number; most: number }): number {
    return least + this.#random.below(most - least + 1);
  }
}
