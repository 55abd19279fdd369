// Named random streams from AES-256-CTR, keyed by the operating system or, for tests, by a seed.
import { type Cipher, createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** One stream. Streams of different names are independent. */
export interface RandomStream {
  /** Uniform in [0, 1), 53 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Whole number in [0, limit). */
  below(limit: number): number;
  /** Poisson count for a small mean (below 10). */
  poisson(mean: number): number;
}

/** Returns the stream of a name from its start; within one source the same name gives the same numbers. */
export interface RandomSource {
  stream(name: string): RandomStream;
}

const KEY_BYTES = 32;
/** Bytes of one keystream block: 512 numbers. */
const BLOCK_BYTES = 4096;
/**
 * A live stream mixes new entropy into its key after this many blocks (8192 numbers): a leaked key reveals neither the
 * numbers of earlier keys nor those of later ones.
 */
const RESEED_BLOCKS = 16;
const ZEROS = Buffer.alloc(BLOCK_BYTES);
const TO_UNIT = 2 ** -53;

/**
 * Streams from a 256-bit secret of the operating system. The secret is held in memory only and cannot be derived from
 * the clock, the store or the output. `live` streams are reseeded as they run. Two sources are independent, so a
 * published history reveals nothing about live prices.
 */
export function secretSource(kind: 'past' | 'live'): RandomSource {
  return keyedSource(randomBytes(KEY_BYTES), kind === 'live');
}

/** The same numbers in every run, for tests and benches. */
export function seededSource(seed: number): RandomSource {
  return keyedSource(createHash('sha256').update(`repeatable market ${seed}`).digest(), false);
}

function keyedSource(secret: Buffer, reseeds: boolean): RandomSource {
  return { stream: (name) => createStream(createHmac('sha256', secret).update(name).digest(), reseeds) };
}

/** AES-256 in counter mode over zeros. */
function keystream(key: Buffer): Cipher {
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
}

function createStream(firstKey: Buffer, reseeds: boolean): RandomStream {
  let key = firstKey;
  let cipher = keystream(key);
  let block = cipher.update(ZEROS);
  let at = 0;
  let blocks = 1;
  const refill = (): void => {
    if (reseeds && blocks % RESEED_BLOCKS === 0) {
      key = createHash('sha256').update(key).update(randomBytes(KEY_BYTES)).digest();
      cipher = keystream(key);
    }
    block = cipher.update(ZEROS);
    blocks += 1;
    at = 0;
  };
  const uniform = (): number => {
    if (at === BLOCK_BYTES) refill();
    const high = block.readUInt32LE(at) & 0x1f_ffff;
    const low = block.readUInt32LE(at + 4);
    at += 8;
    return (high * 4_294_967_296 + low) * TO_UNIT;
  };
  let spare = Number.NaN;
  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    // Box-Muller yields two numbers at a time; 1 - u avoids the logarithm of 0.
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const poisson = (mean: number): number => {
    const floor = Math.exp(-mean);
    let count = 0;
    for (let product = uniform(); product > floor; product *= uniform()) count += 1;
    return count;
  };
  return { uniform, normal, below: (limit) => Math.floor(uniform() * limit), poisson };
}
