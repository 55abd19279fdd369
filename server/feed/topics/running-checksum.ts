// Running checksum of a channel of rows: it covers every row ever published.
import { rowHash } from '../../../core/feed/checksum.ts';

/** Checksum before and after a message's rows (uint32). */
export interface ChecksumRange {
  before: number;
  cs: number;
}

/** Sum of the hashes of rows. `read` fills one scratch column, which is reused for every row. */
export function hashOf<R>(rows: readonly R[], width: number, read: (row: R, into: Float64Array) => void): number {
  const column = new Float64Array(width);
  let sum = 0;
  for (const row of rows) {
    read(row, column);
    sum = (sum + rowHash(column, 0, width)) | 0;
  }
  return sum;
}

export class RunningChecksum {
  #value = 0;

  /** Adds rows that are published to all readers. */
  advance(hash: number): ChecksumRange {
    const before = this.#value;
    this.#value = (before + hash) >>> 0;
    return { before, cs: this.#value };
  }

  /** Checksum for a snapshot to a new reader, so that the next message to all readers continues it. */
  snapshot(hash: number): ChecksumRange {
    return { before: (this.#value - hash) >>> 0, cs: this.#value };
  }
}
