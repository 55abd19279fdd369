// The exchange's clock beside this worker's steady one: its likely time from the fastest round trip, and the latest
// that it can be, which ages are measured by.

/** A sample gets worse by this share of its age: what two clocks of a kind drift apart. */
const DRIFT = 1e-4;
/** Stamps of the exchange are whole ms. */
const GRAIN_MS = 1;

export class ServerClock {
  /** Exchange's ms minus steady ms; NaN before the first answer. */
  aheadMs = NaN;
  private bestMs = Infinity;
  private bestStamp = 0;
  /** The same at the most: an answer was stamped after its question was sent. NaN before the first answer. */
  private mostMs = NaN;
  private mostStamp = 0;

  /**
   * An answer to what was sent at `sentStamp`. The middle of the fastest round trip counts: it is never wrong by more
   * than half of it. An answer that contradicts what is believed means that a clock was set: it is believed from then
   * on.
   */
  addSample(sentStamp: number, receivedStamp: number, serverMs: number): void {
    this.bound(sentStamp, receivedStamp, serverMs);
    const rttMs = receivedStamp - sentStamp;
    const { aheadMs } = this;
    const fits = aheadMs >= serverMs - receivedStamp - GRAIN_MS && aheadMs <= serverMs - sentStamp + GRAIN_MS;
    if (fits && rttMs > this.bestMs + (receivedStamp - this.bestStamp) * DRIFT) return;
    this.bestMs = rttMs;
    this.bestStamp = receivedStamp;
    this.aheadMs = serverMs - (sentStamp + receivedStamp) / 2;
  }

  /**
   * How long a message of `serverMs` was under way, ms; NaN while not known. Nothing arrives before it was sent: one
   * that seems to sets the clock right.
   */
  underWayMs(serverMs: number, receivedStamp: number): number {
    const ms = receivedStamp + this.aheadMs - serverMs;
    if (!(ms < 0)) return ms;
    this.aheadMs -= ms;
    return 0;
  }

  /**
   * How old what the exchange stamped `serverMs` is at the most, ms: never less than its true age, whichever way of the
   * line is the slow one, and more by no more than the fastest way up. NaN while not known; below 0 where the exchange
   * set its clock back since.
   */
  ageMs(serverMs: number, stampMs: number): number {
    return stampMs + this.mostAt(stampMs) - serverMs;
  }

  /** This worker's clocks went apart: what was measured means nothing until the next answer. */
  reset(): void {
    this.aheadMs = this.mostMs = NaN;
    this.bestMs = Infinity;
  }

  private mostAt(stampMs: number): number {
    return this.mostMs + (stampMs - this.mostStamp) * DRIFT;
  }

  private bound(sentStamp: number, receivedStamp: number, serverMs: number): void {
    const known = this.mostAt(receivedStamp);
    const most = serverMs + GRAIN_MS - sentStamp;
    // Later than it can be by what was known: the exchange's clock was set.
    if (most > known && known >= serverMs - receivedStamp) return;
    this.mostMs = most;
    this.mostStamp = receivedStamp;
  }
}
