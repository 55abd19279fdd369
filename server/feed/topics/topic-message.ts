// A message of a topic, serialized once per wire format.
import type { EpochMs } from '../../../core/units/time.ts';
import type { ChecksumRange } from './running-checksum.ts';

/** Sequence and times of every data message. */
export interface DataHeader {
  kind: 'snapshot' | 'delta';
  seq: number;
  prevSeq: number;
  /** Time of the sequencer's stamp, and of publishing. */
  ts: EpochMs;
  pts: EpochMs;
  /** Only in channels with a running checksum. */
  sums?: ChecksumRange;
}

/**
 * Serialized on first access and shared by all readers of the wire. Read it at once: it serializes the current state of
 * the topic.
 */
export class TopicMessage {
  readonly #write: () => string;
  readonly #pack: (() => Buffer) | null;
  #text: string | null = null;
  #packed: Buffer | null = null;

  /** Without `pack` the message is JSON on both wires. */
  constructor(write: () => string, pack: (() => Buffer) | null = null) {
    this.#write = write;
    this.#pack = pack;
  }

  /** One line of JSON. */
  get text(): string {
    return (this.#text ??= this.#write());
  }

  /** The msgpack frame; null where the message has none. */
  get packed(): Buffer | null {
    return (this.#packed ??= this.#pack?.() ?? null);
  }
}
