// One public channel as this page follows it.
import { rowHash } from '../../core/feed/checksum.ts';
import { type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import type { CandlesEvent, TickersEvent, TradesEvent } from '../decode/decoded-event.ts';

/** The exchange sends no running checksums. */
const NO_SUMS = -1;

export class Channel {
  readonly arg: SubscribeArg;
  readonly key: string;
  users = 1;
  /** When what it showed was true last, ms by the exchange's clock; NaN before anything came. */
  asOfMs = NaN;
  /** `seq` of the last message; NaN before one came on this connection. */
  seq = NaN;
  /** Whether a message was not what the exchange said: nothing is believed until a snapshot is. */
  isCorrupt = false;
  /** Running checksum of what was believed; NaN before anything came. */
  private sum = NaN;

  constructor(arg: SubscribeArg) {
    this.arg = arg;
    this.key = channelKey(arg);
  }

  /**
   * Whether the rows of a message, with all those before it, are what the exchange sent. One without a checksum is,
   * unless those before it had one.
   */
  verify(event: TradesEvent | TickersEvent | CandlesEvent): boolean {
    const before = event.snapshot ? event.cs0 : this.sum;
    const known = event.snapshot || !this.isCorrupt;
    // A recording may begin in the middle of a channel.
    const isFirst = Number.isNaN(before) && !event.snapshot;
    const agrees = Number.isNaN(event.cs)
      ? !(before >= 0)
      : isFirst || (before >= 0 && (before + hashOf(event)) >>> 0 === event.cs);
    this.isCorrupt = !(known && agrees);
    if (!this.isCorrupt) this.sum = Number.isNaN(event.cs) ? NO_SUMS : event.cs;
    return !this.isCorrupt;
  }

  /** A message came: its `seq`, published at `pts` (ms by the exchange's clock). */
  received(seq: number, pts: number): void {
    this.seq = seq;
    this.asOfMs = pts;
  }

  /** The exchange says that `seq` is what it sent last, and what stands at `ts`. Returns whether it came. */
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
