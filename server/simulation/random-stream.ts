// Random numbers of the simulated market: named streams of a cryptographic generator, keyed by the operating system or,
// for tests, by a seed.
import { type Cipher, createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** One stream. Streams of different names are independent. */
export interface RandomStream {
  /** Uniform in [0, 1), 53 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Whole number in [0, below). */
  below(limit: number): number;
  /** Poisson count for a small mean (under 10). */
  poisson(mean: number): number;
}

/**
 * Gives the stream of a name from its beginning: the same name gives the same numbers for as long as the source lives.
 */
export interface RandomSource {
  stream(name: string): RandomStream;
}

const KEY_BYTES = 32;
/** Keystream is made in blocks of this many bytes: 512 numbers. */
const BLOCK_BYTES = 4096;
/**
 * A live stream takes new entropy into its key after so many blocks: who learns one key knows neither what came before
 * nor what comes long after.
 */
const RESEED_BLOCKS = 16;
const ZEROS = Buffer.alloc(BLOCK_BYTES);
const TO_UNIT = 2 ** -53;

/**
 * Streams under a 256-bit secret of the operating system, which is held in memory alone: no clock, no stored value and
 * no output leads to it.
 * `live` streams are reseeded as they run. Two sources are unrelated, so a published past says nothing about what
 * comes.
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
    // Box-Muller gives two at a time; 1 - u keeps the logarithm away from zero.
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
