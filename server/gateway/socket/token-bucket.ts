// How many messages a client may send: a bucket that refills at the allowed rate.
import type { EpochMs } from '../../../core/units/time.ts';

/** Messages per second, as the hello says. */
export const MESSAGES_PER_SECOND = 20;
/** Messages that may come at once after a rest: a client with many panes subscribes in one go. */
const BURST = 60;

export class TokenBucket {
  #tokens = BURST;
  #refilledAt: EpochMs;

  constructor(now: EpochMs) {
    this.#refilledAt = now;
  }

  /** Takes one message's worth; false when there is none. */
  tryConsume(now: EpochMs): boolean {
    this.#tokens = Math.min(BURST, this.#tokens + (Math.max(0, now - this.#refilledAt) * MESSAGES_PER_SECOND) / 1000);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
