// When prices are asked for by calls: while there has been no socket for a while, every few seconds.

/** Without a socket for this long, calls take its place. */
export const FALL_BACK_AFTER_MS = 8_000;
export const POLL_EVERY_MS = 3_000;

export class Fallback {
  private readonly stampMs: () => number;
  private readonly ask: (round: number) => Promise<void>;
  private lostStamp = NaN;
  private askedStamp = -Infinity;
  private asking = false;
  private round = 0;

  /** `ask` makes one round of calls; a failing one is as good as none, the next follows in its time. */
  constructor(stampMs: () => number, ask: (round: number) => Promise<void>) {
    this.stampMs = stampMs;
    this.ask = ask;
  }

  /** To be called about once a second. `open`: there is a socket, or nobody looks. */
  beat(open: boolean): void {
    const stamp = this.stampMs();
    if (open) {
      this.lostStamp = NaN;
      this.round = 0;
      return;
    }
    if (Number.isNaN(this.lostStamp)) this.lostStamp = stamp;
    if (this.asking || stamp - this.lostStamp < FALL_BACK_AFTER_MS || stamp - this.askedStamp < POLL_EVERY_MS) return;
    this.asking = true;
    this.askedStamp = stamp;
    const done = (): void => { this.asking = false; };
    this.ask(this.round++).then(done, done);
  }
}
