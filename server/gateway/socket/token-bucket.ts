// Rate limit of a client's messages: a token bucket.
import type { EpochMs } from '../../../core/units/time.ts';

/** Seconds' worth of messages allowed at once after a pause: a client with many panes subscribes in one go. */
const BURST_S = 3;

export class TokenBucket {
  readonly #perSecond: number;
  #tokens: number;
  #refilledAt: EpochMs;

  constructor(perSecond: number, now: EpochMs) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond * BURST_S;
    this.#refilledAt = now;
  }

  /** Takes one token; false when there is none. */
  tryConsume(now: EpochMs): boolean {
    const refill = (Math.max(0, now - this.#refilledAt) * this.#perSecond) / 1000;
    this.#tokens = Math.min(this.#perSecond * BURST_S, this.#tokens + refill);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
