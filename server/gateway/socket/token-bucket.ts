// How many messages a client may send: a bucket that refills at the allowed rate.
import type { EpochMs } from '../../../core/units/time.ts';

/** Messages per second, as the hello says. */
export const MESSAGES_PER_SECOND = 20;
/** Messages that may come at once after a rest: a client with many panes subscribes in one go. */
const BURST = 60;

export class Allowance {
  #left = BURST;
  #at: EpochMs;

  constructor(now: EpochMs) {
    this.#at = now;
  }

  /** Takes one message's worth; false when there is none. */
  take(now: EpochMs): boolean {
    this.#left = Math.min(BURST, this.#left + (Math.max(0, now - this.#at) * MESSAGES_PER_SECOND) / 1000);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
