// Polls by calls while the socket is closed, one round at a time.

/** Polling starts after this many heartbeats without a socket, and repeats every POLL_BEATS. */
export const POLL_AFTER_BEATS = 8;
export const POLL_BEATS = 3;

export class RestPolling {
  private readonly poll: (round: number) => Promise<void>;
  private closedBeats = 0;
  private polling = false;

  /** `poll` fetches all that is shown; the first round is 0. What fails is fetched in the next round. */
  constructor(poll: (round: number) => Promise<void>) {
    this.poll = poll;
  }

  /** To be called at every heartbeat. */
  onHeartbeat(isClosed: boolean): void {
    this.closedBeats = isClosed ? this.closedBeats + 1 : 0;
    const beats = this.closedBeats - POLL_AFTER_BEATS;
    if (beats >= 0 && beats % POLL_BEATS === 0 && !this.polling) void this.runRound(beats / POLL_BEATS);
  }

  private async runRound(round: number): Promise<void> {
    this.polling = true;
    try {
      await this.poll(round);
    } catch (cause) {
      console.warn('rest_polling.round_failed', cause);
    } finally {
      this.polling = false;
    }
  }
}
