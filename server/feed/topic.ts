// A topic of the feed: one stream of messages, built once a wire and shared by all its readers.
import type { DataHead, Message } from './message.ts';

/** Who reads a topic; a reader must take messages without blocking, and read them then. */
export interface Reader {
  take(message: Message, topic: Topic, kind: 'snapshot' | 'delta'): void;
}

export abstract class Topic {
  /** `channelKey` of the subscription. */
  readonly key: string;
  /** Deltas of such a topic may be left out for a reader that is behind: a fresh snapshot makes good for them. */
  readonly skippable: boolean = false;
  readonly #readers = new Set<Reader>();
  readonly #onEmpty: () => void;

  constructor(key: string, onEmpty: () => void) {
    this.key = key;
    this.#onEmpty = onEmpty;
  }

  /** Whole state as a message that the next delta continues; null when there is nothing to say yet. */
  abstract snapshot(): Message | null;

  /** Adds a reader and hands it the snapshot. */
  join(reader: Reader): void {
    const snapshot = this.snapshot();
    this.#readers.add(reader);
    if (snapshot !== null) reader.take(snapshot, this, 'snapshot');
  }

  leave(reader: Reader): void {
    if (this.#readers.delete(reader) && this.#readers.size === 0) this.#onEmpty();
  }

  protected publish(message: Message, kind: 'snapshot' | 'delta'): void {
    for (const reader of this.#readers) reader.take(message, this, kind);
  }
}

/** Head of a data message; `rest` are further fields as JSON, each followed by a comma, or nothing. */
export function envelope(channel: string, rest: string, { kind, seq, prevSeq, ts, pts }: DataHead, data: string): string {
  return `{"type":"data","channel":"${channel}",${rest}"kind":"${kind}","seq":${seq},"prevSeq":${prevSeq},"ts":${ts},"pts":${pts},"data":${data}}`;
}
