// Rate limit of a client's messages: a token bucket.
import type { EpochMs } from '../../../core/units/time.ts';

/** Messages per second, as in the hello message. */
export const MESSAGES_PER_SECOND = 20;
/** Messages allowed at once after a pause: a client with many panes subscribes in one go. */
const BURST = 60;

export class TokenBucket {
  #tokens = BURST;
  #refilledAt: EpochMs;

  constructor(now: EpochMs) {
    this.#refilledAt = now;
  }

  /** Takes one token; false when there is none. */
  tryConsume(now: EpochMs): boolean {
    this.#tokens = Math.min(BURST, this.#tokens + (Math.max(0, now - this.#refilledAt) * MESSAGES_PER_SECOND) / 1000);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
