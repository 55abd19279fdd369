// Polls by HTTP while the socket is closed, one round at a time.

/** Polling starts after this many heartbeats without a socket, then repeats every POLL_BEATS. */
export const POLL_AFTER_BEATS = 8;
export const POLL_BEATS = 3;

export class RestPolling {
  readonly #poll: (round: number) => Promise<void>;
  #closedBeats = 0;
  #polling = false;

  /** `poll` fetches what is shown; the first round is 0. Failed data is fetched in the next round. */
  constructor(poll: (round: number) => Promise<void>) {
    this.#poll = poll;
  }

  /** Call at every heartbeat. */
  onHeartbeat(isClosed: boolean): void {
    this.#closedBeats = isClosed ? this.#closedBeats + 1 : 0;
    const beats = this.#closedBeats - POLL_AFTER_BEATS;
    if (beats >= 0 && beats % POLL_BEATS === 0 && !this.#polling) void this.#runRound(beats / POLL_BEATS);
  }

  async #runRound(round: number): Promise<void> {
    this.#polling = true;
    try {
      await this.#poll(round);
    } catch (cause) {
      console.warn('rest_polling.round_failed', cause);
    } finally {
      this.#polling = false;
    }
  }
}
