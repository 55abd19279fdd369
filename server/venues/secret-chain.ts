// Secrets of the clock's beats: a chain of hashes made from its end, so that each secret commits to the next one and
// tells nothing of it. In memory only.
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { HASH_BYTES } from '../../core/encoding/bytes.ts';

/** Hashes made without letting others work: about 2 ms. */
const HASHES_IN_A_ROW = 2_000;

export class SecretChain {
  readonly #secrets: Buffer;
  #at = 1;

  private constructor(secrets: Buffer) {
    this.#secrets = secrets;
  }

  /** A chain of `length` secrets from the operating system's randomness. */
  static async of(length: number): Promise<SecretChain> {
    const secrets = Buffer.alloc((length + 1) * HASH_BYTES);
    randomBytes(HASH_BYTES).copy(secrets, length * HASH_BYTES);
    for (let at = length; at > 0; at -= 1) {
      createHash('sha256')
        .update(secrets.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
        .digest()
        .copy(secrets, (at - 1) * HASH_BYTES);
      if (at % HASHES_IN_A_ROW === 0) await turn();
    }
    return new SecretChain(secrets);
  }

  /** What is committed to: the first secret hashes to it. In hex. */
  get head(): string {
    return this.#secrets.toString('hex', 0, HASH_BYTES);
  }

  /** The secret that is next; null when all are used. */
  get next(): Buffer | null {
    const from = this.#at * HASH_BYTES;
    return from < this.#secrets.length ? this.#secrets.subarray(from, from + HASH_BYTES) : null;
  }

  /** The next one has been revealed. */
  use(): void {
    this.#at += 1;
  }
}
