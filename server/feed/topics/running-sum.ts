// The running checksum of a channel that tells rows: every row it ever told is in it.
import { rowHash } from '../../../core/feed/checksum.ts';

/** What a message says of it: the sum before its rows, and with them (uint32). */
export interface Sums {
  before: number;
  cs: number;
}

/** Sum of the hashes of rows, each of which `read` writes into a column that is used again. */
export function hashOf<R>(rows: readonly R[], width: number, read: (row: R, into: Float64Array) => void): number {
  const column = new Float64Array(width);
  let sum = 0;
  for (const row of rows) {
    read(row, column);
    sum = (sum + rowHash(column, 0, width)) | 0;
  }
  return sum;
}

export class RunningSum {
  #value = 0;

  /** Rows of this hash are told to all. */
  advance(hash: number): Sums {
    const before = this.#value;
    this.#value = (before + hash) >>> 0;
    return { before, cs: this.#value };
  }

  /** Rows of this hash are told to one who joins: what is told to all next follows on them. */
  join(hash: number): Sums {
    return { before: (this.#value - hash) >>> 0, cs: this.#value };
  }
}
