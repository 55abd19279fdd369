// State of one subscribed public channel: its last sequence, time and running checksum.
import { rowHash } from '../../core/feed/checksum.ts';
import { type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import type { CandlesEvent, TickersEvent, TradesEvent } from '../decode/decoded-event.ts';

/** Value of the running sum when the exchange sends none. */
const NO_SUMS = -1;

export class Channel {
  readonly arg: SubscribeArg;
  readonly key: string;
  users = 1;
  /** When the channel's data was last current, ms by the exchange's clock; NaN before the first message. */
  asOfMs = NaN;
  /** `seq` of the last message; NaN before the first one of this connection. */
  seq = NaN;
  /** Whether a message failed its checksum: no delta is applied until the next snapshot. */
  isCorrupt = false;
  /** Running checksum of the applied messages; NaN before the first. */
  #sum = NaN;

  constructor(arg: SubscribeArg) {
    this.arg = arg;
    this.key = channelKey(arg);
  }

  /**
   * Whether the rows of a message, and all those before it, match the running checksum. A message without a checksum
   * passes, unless those before it had one.
   */
  verify(event: TradesEvent | TickersEvent | CandlesEvent): boolean {
    const before = event.snapshot ? event.cs0 : this.#sum;
    const known = event.snapshot || !this.isCorrupt;
    // A recording may begin in the middle of a channel.
    const isFirst = Number.isNaN(before) && !event.snapshot;
    const agrees = Number.isNaN(event.cs)
      ? !(before >= 0)
      : isFirst || (before >= 0 && (before + hashOf(event)) >>> 0 === event.cs);
    this.isCorrupt = !(known && agrees);
    if (!this.isCorrupt) this.#sum = Number.isNaN(event.cs) ? NO_SUMS : event.cs;
    return !this.isCorrupt;
  }

  /** Whether a message is from before the last one: it came late or twice. A count that began again is a later one. */
  isPast(seq: number, pts: number): boolean {
    return seq < this.seq && pts <= this.asOfMs;
  }

  /** A message with `seq` was published at `pts`, ms by the exchange's clock. */
  onMessage(seq: number, pts: number): void {
    this.seq = seq;
    this.asOfMs = pts;
  }

  /** The exchange sent `seq` last, and its data is current at `ts`. Returns whether that message was received. */
  onHeartbeat(seq: number, ts: number): boolean {
    if (seq > this.seq) return false;
    this.seq = seq;
    this.asOfMs = ts;
    return true;
  }
}

function hashOf({ rows: { data, width, count } }: TradesEvent | TickersEvent | CandlesEvent): number {
  let sum = 0;
  for (let row = 0; row < count; row++) sum = (sum + rowHash(data, row * width, width)) | 0;
  return sum;
}
