// Proof-of-work captchas: SHA-256(salt + captcha) must start with so many zero bits.

/** SHA-256 of a text in UTF-8, as the platform computes it. */
export type TextSha256 = (text: string) => Uint8Array | Promise<Uint8Array>;

/**
 * Most bits of a captcha: 262 144 tries on average. Solvers refuse more, so that no server can keep a phone busy for
 * hours.
 */
export const MAX_POW_BITS = 18;

/** A captcha as the exchange offers it. */
interface CaptchaTask {
  captchaId: string;
  salt: string;
  bits: number;
}

/** Request fields of a solved captcha; empty on the first attempt. */
export interface SolvedCaptcha {
  captchaId?: string;
  captcha?: string;
}

/** Tries that are hashed at once. */
const CHUNK = 256;

/** Number of leading zero bits of a hash. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/**
 * Finds an answer by trying 0, 1, 2 ... in base 36; null for more than MAX_POW_BITS bits. Awaits hashes in chunks, so
 * that the thread stays responsive.
 */
export async function solvePow(salt: string, bits: number, sha256: TextSha256): Promise<string | null> {
  if (bits > MAX_POW_BITS) return null;
  for (let first = 0; ; first += CHUNK) {
    const answers = Array.from({ length: CHUNK }, (_, i) => (first + i).toString(36));
    const hashes = await Promise.all(answers.map((answer) => sha256(salt + answer)));
    const answer = answers.find((_, i) => zeroBits(hashes[i]!) >= bits);
    if (answer !== undefined) return answer;
  }
}

/** The request fields of a captcha's answer; null where none was offered, or it has more bits than `solvePow` takes. */
export async function solvedCaptcha(task: unknown, sha256: TextSha256): Promise<Required<SolvedCaptcha> | null> {
  const { captchaId, salt, bits } = (task ?? {}) as Partial<CaptchaTask>;
  if (captchaId === undefined || salt === undefined || bits === undefined) return null;
  const captcha = await solvePow(salt, bits, sha256);
  return captcha === null ? null : { captchaId, captcha };
}
