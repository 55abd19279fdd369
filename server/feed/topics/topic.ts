// A topic of the feed: one stream of messages, serialized once per wire and shared by its readers.
import type { EpochMs } from '../../../core/units/time.ts';
import type { DataHeader, TopicMessage } from './topic-message.ts';

/** Subscriber of a topic. `receive` must not block, and must read the message before it returns. */
export interface Reader {
  receive(message: TopicMessage, topic: Topic, kind: 'snapshot' | 'delta'): void;
}

/** A topic that published within this time is left out of heartbeats. */
const QUIET_MS = 250;

export abstract class Topic {
  /** `channelKey` of the subscription. */
  readonly key: string;
  protected readonly now: () => EpochMs;
  /** Whether deltas may be dropped for a slow reader, which then gets a new snapshot. */
  readonly canDropDeltas: boolean = false;
  readonly #readers = new Set<Reader>();
  readonly #onEmpty: () => void;
  #publishedAt: EpochMs = -Infinity;
  /** Heartbeat entry, cached for one `seq`. */
  #listed = '';
  #listedSeq = NaN;

  constructor(key: string, now: () => EpochMs, onEmpty: () => void) {
    this.key = key;
    this.now = now;
    this.#onEmpty = onEmpty;
  }

  /** `seq` of the last message; 0 before the first. */
  abstract get seq(): number;

  /** Whether the data is current: false while the market's source is disconnected. */
  get isKnown(): boolean {
    return true;
  }

  /**
   * Entry of a heartbeat at `now`, as JSON: the topic's state is that of `seq`. Empty when the topic published recently
   * or its data is not known.
   */
  heartbeatEntry(now: EpochMs): string {
    if (now - this.#publishedAt < QUIET_MS || !this.isKnown) return '';
    const { seq } = this;
    if (seq !== this.#listedSeq) {
      this.#listed = `"${this.key}":${seq}`;
      this.#listedSeq = seq;
    }
    return this.#listed;
  }

  /** The whole state as a message that the next delta continues; null when there is no data yet. */
  abstract snapshot(): TopicMessage | null;

  /** Adds a reader and sends it the snapshot. */
  subscribe(reader: Reader): void {
    const snapshot = this.snapshot();
    this.#readers.add(reader);
    if (snapshot !== null) reader.receive(snapshot, this, 'snapshot');
  }

  unsubscribe(reader: Reader): void {
    if (this.#readers.delete(reader) && this.#readers.size === 0) this.#onEmpty();
  }

  protected publish(message: TopicMessage, kind: 'snapshot' | 'delta'): void {
    this.#publishedAt = this.now();
    for (const reader of this.#readers) reader.receive(message, this, kind);
  }
}

/** Builds a data message; `rest` are further fields as JSON, each followed by a comma, or ''. */
export function envelope(
  channel: string,
  rest: string,
  { kind, seq, prevSeq, ts, pts, sums }: DataHeader,
  data: string,
): string {
  const before = sums && kind === 'snapshot' ? `"cs0":${sums.before},` : '';
  const cs = sums ? `${before}"cs":${sums.cs},` : '';
  return `{"type":"data","channel":"${channel}",${rest}"kind":"${kind}","seq":${seq},"prevSeq":${prevSeq},"ts":${ts},"pts":${pts},${cs}"data":${data}}`;
}
