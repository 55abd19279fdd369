// A topic of the feed: one stream of messages, built once a wire and shared by all its readers.
import type { EpochMs } from '../../../core/units/time.ts';
import type { DataHead, Message } from './topic-message.ts';

/** Who reads a topic; a reader must take messages without blocking, and read them then. */
export interface Reader {
  receive(message: Message, topic: Topic, kind: 'snapshot' | 'delta'): void;
}

/** One that said something in the last so many ms is not quiet: no heartbeat tells of it. */
const QUIET_MS = 250;

export abstract class Topic {
  /** `channelKey` of the subscription. */
  readonly key: string;
  protected readonly now: () => EpochMs;
  /** Deltas of such a topic may be left out for a reader that is behind: a fresh snapshot makes good for them. */
  readonly skippable: boolean = false;
  readonly #readers = new Set<Reader>();
  readonly #onEmpty: () => void;
  #publishedAt: EpochMs = -Infinity;
  /** As heartbeats list it, and of which `seq`. */
  #listed = '';
  #listedSeq = NaN;

  constructor(key: string, now: () => EpochMs, onEmpty: () => void) {
    this.key = key;
    this.now = now;
    this.#onEmpty = onEmpty;
  }

  /** `seq` of what was told last; 0 before anything was. */
  abstract get seq(): number;

  /** Whether what it tells of is known: a market whose source was lost may have moved. */
  get isKnown(): boolean {
    return true;
  }

  /**
   * Its place in a heartbeat at `now`, as JSON: what stands is what `seq` told. Empty where it is not quiet, or nothing
   * can be said of it.
   */
  quietAt(now: EpochMs): string {
    if (now - this.#publishedAt < QUIET_MS || !this.isKnown) return '';
    const { seq } = this;
    if (seq !== this.#listedSeq) {
      this.#listed = `"${this.key}":${seq}`;
      this.#listedSeq = seq;
    }
    return this.#listed;
  }

  /** Whole state as a message that the next delta continues; null when there is nothing to say yet. */
  abstract snapshot(): Message | null;

  /** Adds a reader and hands it the snapshot. */
  subscribe(reader: Reader): void {
    const snapshot = this.snapshot();
    this.#readers.add(reader);
    if (snapshot !== null) reader.receive(snapshot, this, 'snapshot');
  }

  unsubscribe(reader: Reader): void {
    if (this.#readers.delete(reader) && this.#readers.size === 0) this.#onEmpty();
  }

  protected publish(message: Message, kind: 'snapshot' | 'delta'): void {
    this.#publishedAt = this.now();
    for (const reader of this.#readers) reader.receive(message, this, kind);
  }
}

/** Head of a data message; `rest` are further fields as JSON, each followed by a comma, or nothing. */
export function envelope(
  channel: string,
  rest: string,
  { kind, seq, prevSeq, ts, pts, sums }: DataHead,
  data: string,
): string {
  const before = sums && kind === 'snapshot' ? `"cs0":${sums.before},` : '';
  const cs = sums ? `${before}"cs":${sums.cs},` : '';
  return `{"type":"data","channel":"${channel}",${rest}"kind":"${kind}","seq":${seq},"prevSeq":${prevSeq},"ts":${ts},"pts":${pts},${cs}"data":${data}}`;
}
