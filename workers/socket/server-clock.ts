// The exchange's clock beside this worker's steady one: from the fastest round trip, and never past what a message proves.

/** A sample gets worse by this share of its age: what two clocks of a kind drift apart. */
const DRIFT = 1e-4;
/** Stamps of the exchange are whole ms. */
const GRAIN_MS = 1;

export class ServerClock {
  /** Exchange's ms minus steady ms; NaN before the first answer. */
  aheadMs = NaN;
  private bestMs = Infinity;
  private bestStamp = 0;

  /**
   * An answer to what was sent at `sentStamp`. The middle of the fastest round trip counts: it is never wrong by more than half
   * of it. An answer that contradicts what is believed means that a clock was set: it is believed from then on.
   */
  answered(sentStamp: number, heardStamp: number, serverMs: number): void {
    const rttMs = heardStamp - sentStamp;
    const { aheadMs } = this;
    const fits = aheadMs >= serverMs - heardStamp - GRAIN_MS && aheadMs <= serverMs - sentStamp + GRAIN_MS;
    if (fits && rttMs > this.bestMs + (heardStamp - this.bestStamp) * DRIFT) return;
    this.bestMs = rttMs;
    this.bestStamp = heardStamp;
    this.aheadMs = serverMs - (sentStamp + heardStamp) / 2;
  }

  /** How long a message of `serverMs` was under way, ms; NaN while not known. Nothing arrives before it was sent: one that seems to sets the clock right. */
  underWayMs(serverMs: number, heardStamp: number): number {
    const ms = heardStamp + this.aheadMs - serverMs;
    if (!(ms < 0)) return ms;
    this.aheadMs -= ms;
    return 0;
  }
}
