// Hash chain of the beats' secrets: each secret is the hash of the next one. Held in memory only.
import { hash, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { HASH_BYTES } from '../../core/encoding/bytes.ts';

/** Hashes computed before the event loop runs: about 2 ms. */
const HASHES_PER_YIELD = 2_000;

export class SecretChain {
  readonly #secrets: Buffer;
  #at = 1;

  private constructor(secrets: Buffer) {
    this.#secrets = secrets;
  }

  /** A chain of `length` secrets from the operating system's randomness. */
  static async create(length: number): Promise<SecretChain> {
    const secrets = Buffer.alloc((length + 1) * HASH_BYTES);
    randomBytes(HASH_BYTES).copy(secrets, length * HASH_BYTES);
    for (let at = length; at > 0; at -= 1) {
      const secret = secrets.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
      hash('sha256', secret, 'buffer').copy(secrets, (at - 1) * HASH_BYTES);
      if (at % HASHES_PER_YIELD === 0) await turn();
    }
    return new SecretChain(secrets);
  }

  /** The commitment: hash of the first secret, in hex. */
  get head(): string {
    return this.#secrets.toString('hex', 0, HASH_BYTES);
  }

  /** The next secret; null when all are used. */
  get next(): Buffer | null {
    const from = this.#at * HASH_BYTES;
    return from < this.#secrets.length ? this.#secrets.subarray(from, from + HASH_BYTES) : null;
  }

  /** Call when the next secret has been revealed. */
  advance(): void {
    this.#at += 1;
  }
}
