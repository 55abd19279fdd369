// What a topic says, as each wire has it.
import type { EpochMs } from '../../../core/units/time.ts';
import type { Sums } from './running-sum.ts';

/** Sequence and times that every data message carries. */
export interface DataHead {
  kind: 'snapshot' | 'delta';
  seq: number;
  prevSeq: number;
  /** The engine's stamp, and the moment of publishing. */
  ts: EpochMs;
  pts: EpochMs;
  /** Of a channel with a running checksum. */
  sums?: Sums;
}

/**
 * Written when the first reader on a wire takes it, and shared by all who read there. Take it at once: it tells of the
 * topic as it is now.
 */
export class Message {
  readonly #write: () => string;
  readonly #pack: (() => Buffer) | null;
  #text: string | null = null;
  #packed: Buffer | null = null;

  /** Without `pack` it is text on both wires. */
  constructor(write: () => string, pack: (() => Buffer) | null = null) {
    this.#write = write;
    this.#pack = pack;
  }

  /** One line of JSON. */
  get text(): string {
    return (this.#text ??= this.#write());
  }

  /** A frame of the packed wire; null where it has none. */
  get packed(): Buffer | null {
    return (this.#packed ??= this.#pack?.() ?? null);
  }
}
