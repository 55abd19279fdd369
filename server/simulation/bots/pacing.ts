// Delays between passes and price moves, drawn from a secret stream so that none is predictable.
import type { EpochMs } from '../../../core/units/time.ts';
import type { RandomStream } from '../random-stream.ts';

/** Delay between two passes, ms: takers trade, makers replace traded quotes. */
const PASS_MS = { min: 60, max: 190 } as const;
/**
 * Delay between two moves of the fair prices, ms. All markets move in the same pass, so that no market reveals the next
 * move of another.
 */
const MOVE_MS = { min: 200, max: 500 } as const;

export class BotPacing {
  readonly #random: RandomStream;
  #moveAt: EpochMs;

  constructor(random: RandomStream, now: EpochMs) {
    this.#random = random;
    this.#moveAt = now;
  }

  /** Whether prices move in a pass at `now`; if so, draws the time of the next move. */
  shouldMove(now: EpochMs): boolean {
    if (now < this.#moveAt) return false;
    this.#moveAt = now + this.#randomDelay(MOVE_MS);
    return true;
  }

  /** Delay until the next pass, ms. */
  nextPassMs(): number {
    return this.#randomDelay(PASS_MS);
  }

  #randomDelay({ min, max }: { min: number; max: number }): number {
    return min + this.#random.below(max - min + 1);
  }
}
