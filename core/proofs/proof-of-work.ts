// Proof-of-work captchas: SHA-256(salt + captcha) must start with so many zero bits.
import { type Bytes, type Sha256, utf8 } from '../encoding/bytes.ts';

/**
 * Most bits a captcha may ask for: some 260 000 tries. A solver refuses more, so that no back end can make a phone work
 * for hours.
 */
export const MOST_POW_BITS = 18;
/** Tries made between two looks at `stopped`, all hashed at once. */
const CHUNK = 256;

/** Zero bits at the front of a hash. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** What is hashed: salt and answer in UTF-8, one after the other. */
export function powBytes(salt: string, captcha: string): Bytes {
  return utf8(salt + captcha);
}

/** Whether an answer solves a captcha. */
export async function solvesPow(salt: string, captcha: string, bits: number, sha256: Sha256): Promise<boolean> {
  return zeroBits(await sha256(powBytes(salt, captcha))) >= bits;
}

/**
 * Finds an answer by trying 0, 1, 2 ... in base 36; null when `stopped` says so, or when more than `MOST_POW_BITS` are
 * asked for.
 * Waits for its hashes in chunks, so a thread stays awake between them.
 */
export async function solvePow(
  salt: string,
  bits: number,
  sha256: Sha256,
  stopped: () => boolean = () => false,
): Promise<string | null> {
  if (bits > MOST_POW_BITS) return null;
  for (let first = 0; !stopped(); first += CHUNK) {
    const answers = Array.from({ length: CHUNK }, (_, i) => (first + i).toString(36));
    const hashes = await Promise.all(answers.map((answer) => sha256(powBytes(salt, answer))));
    const found = hashes.findIndex((hash) => zeroBits(hash) >= bits);
    if (found >= 0) return answers[found] ?? null;
  }
  return null;
}
