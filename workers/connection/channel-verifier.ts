// Verifies trades, tickers and candles by running checksum and sequence; resubscribes what failed.
import type { CandlesEvent, TickersEvent, TradesEvent } from '../decode/decoded-event.ts';
import type { Channel } from './subscribed-channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export class ChannelVerifier {
  /** How often a channel was invalidated. */
  failures = 0;
  readonly #subscriptions: Subscriptions;
  readonly #onInvalidated: (key: string) => void;

  /** `onInvalidated` is called with the key of a channel that was resubscribed. */
  constructor(subscriptions: Subscriptions, onInvalidated: (key: string) => void) {
    this.#subscriptions = subscriptions;
    this.#onInvalidated = onInvalidated;
  }

  /**
   * Whether a message passes its checksum. One that fails is dropped and its channel resubscribed: at once the first
   * time, then at the interval of an unanswered request. A snapshot of the past is dropped, too.
   */
  accepts(channel: Channel, event: TradesEvent | TickersEvent | CandlesEvent): boolean {
    const { isCorrupt } = channel;
    if (event.snapshot && channel.isPast(event.seq, event.pts)) return false;
    if (!channel.verify(event)) {
      if (!isCorrupt) this.#invalidate(channel, event.seq);
      return false;
    }
    if (event.snapshot) this.#subscriptions.onSnapshot(channel.key);
    channel.onMessage(event.seq, event.pts);
    return true;
  }

  /** Compares the last sequence that the exchange sent with the one received; `ts` is the exchange's time, ms. */
  onHeartbeat(channel: Channel, seq: number, ts: number): void {
    if (!channel.onHeartbeat(seq, ts)) this.#invalidate(channel, seq);
  }

  /** A message was missed or failed its checksum: the channel is unverified until a snapshot from `seq` on. */
  #invalidate(channel: Channel, seq: number): void {
    this.failures++;
    channel.seq = seq;
    this.#subscriptions.resubscribe(channel.key);
    this.#onInvalidated(channel.key);
  }
}
