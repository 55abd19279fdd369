// The exchange's clock: its likely time from the fastest round trip, and its latest possible time.

/** Clock drift: a sample loses accuracy by this share of its age. */
const DRIFT = 1e-4;
/** Resolution of the exchange's times, ms. */
const GRAIN_MS = 1;

export class ServerClock {
  /** Exchange's clock minus monotonic clock, ms; NaN before the first answer. */
  aheadMs = NaN;
  #bestRttMs = Infinity;
  #bestStamp = 0;
  /** Upper bound of the same: an answer was stamped after its request was sent. NaN before the first answer. */
  #latestAheadMs = NaN;
  #latestStamp = 0;

  /**
   * Adds the answer to a request sent at `sentStamp`. The middle of the fastest round trip is used: its error is at
   * most half of that. An answer that contradicts the current estimate means that a clock was set, and replaces it.
   */
  addSample(sentStamp: number, receivedStamp: number, serverMs: number): void {
    this.#limit(sentStamp, receivedStamp, serverMs);
    const rttMs = receivedStamp - sentStamp;
    const { aheadMs } = this;
    const fits = aheadMs >= serverMs - receivedStamp - GRAIN_MS && aheadMs <= serverMs - sentStamp + GRAIN_MS;
    if (fits && rttMs > this.#bestRttMs + (receivedStamp - this.#bestStamp) * DRIFT) return;
    this.#bestRttMs = rttMs;
    this.#bestStamp = receivedStamp;
    this.aheadMs = serverMs - (sentStamp + receivedStamp) / 2;
  }

  /**
   * How long a message stamped `serverMs` was in transit, ms; NaN while unknown. A negative result corrects the clock:
   * nothing arrives before it was sent.
   */
  transitMs(serverMs: number, receivedStamp: number): number {
    const ms = receivedStamp + this.aheadMs - serverMs;
    if (!(ms < 0)) return ms;
    this.aheadMs -= ms;
    return 0;
  }

  /**
   * Upper bound of the age of data stamped `serverMs`, ms: never less than its true age, and more by at most the
   * fastest request's time. NaN while unknown; negative when the exchange set its clock back.
   */
  ageMs(serverMs: number, stampMs: number): number {
    return stampMs + this.#latestAt(stampMs) - serverMs;
  }

  /** Discards all measurements: this worker's clocks were changed. */
  reset(): void {
    this.aheadMs = this.#latestAheadMs = NaN;
    this.#bestRttMs = Infinity;
  }

  #latestAt(stampMs: number): number {
    return this.#latestAheadMs + (stampMs - this.#latestStamp) * DRIFT;
  }

  #limit(sentStamp: number, receivedStamp: number, serverMs: number): void {
    const known = this.#latestAt(receivedStamp);
    const most = serverMs + GRAIN_MS - sentStamp;
    // Later than the known bound allows: the exchange's clock was set.
    if (most > known && known >= serverMs - receivedStamp) return;
    this.#latestAheadMs = most;
    this.#latestStamp = receivedStamp;
  }
}
