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

  /** Takes tokens; false, and none is taken, when there are fewer. */
  tryConsume(now: EpochMs, count = 1): boolean {
    const refill = (Math.max(0, now - this.#refilledAt) * this.#perSecond) / 1000;
    this.#tokens = Math.min(this.#perSecond * BURST_S, this.#tokens + refill);
    this.#refilledAt = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
