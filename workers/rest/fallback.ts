// What takes the socket's place while there is none: calls, now and then, one round at a time.

/** Without a socket for so many heartbeats, calls take its place, and from then on every so many. */
export const POLL_AFTER_BEATS = 8;
export const POLL_BEATS = 3;

export class Fallback {
  private readonly poll: (round: number) => Promise<void>;
  private lostBeats = 0;
  private polling = false;

  /** `poll` asks for all that is shown; the first round is 0. What cannot be had is asked for in the next one. */
  constructor(poll: (round: number) => Promise<void>) {
    this.poll = poll;
  }

  /** To be called at every heartbeat. */
  beat(isLost: boolean): void {
    this.lostBeats = isLost ? this.lostBeats + 1 : 0;
    const beats = this.lostBeats - POLL_AFTER_BEATS;
    if (beats >= 0 && beats % POLL_BEATS === 0 && !this.polling) void this.ask(beats / POLL_BEATS);
  }

  private async ask(round: number): Promise<void> {
    this.polling = true;
    try {
      await this.poll(round);
    } catch (cause) {
      console.warn('prices cannot be asked for', cause);
    } finally {
      this.polling = false;
    }
  }
}
