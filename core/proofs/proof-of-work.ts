// Proof-of-work captchas: SHA-256(salt + captcha) must start with so many zero bits.
import { type Bytes, type Sha256, utf8 } from '../encoding/bytes.ts';

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

function isCaptchaTask(given: unknown): given is CaptchaTask {
  const task = given as Partial<CaptchaTask> | null | undefined;
  return typeof task?.captchaId === 'string' && typeof task.salt === 'string' && typeof task.bits === 'number';
}

/** Tries between two checks of `stopped`, hashed at once. */
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

/** Hash input: salt and answer, concatenated in UTF-8. */
export function powBytes(salt: string, captcha: string): Bytes {
  return utf8(salt + captcha);
}

/** Whether an answer solves a captcha. */
export async function solvesPow(salt: string, captcha: string, bits: number, sha256: Sha256): Promise<boolean> {
  return zeroBits(await sha256(powBytes(salt, captcha))) >= bits;
}

/**
 * Finds an answer by trying 0, 1, 2 ... in base 36. Returns null when `stopped` returns true, or for more than
 * MAX_POW_BITS bits. Awaits hashes in chunks, so that the thread stays responsive.
 */
export async function solvePow(
  salt: string,
  bits: number,
  sha256: Sha256,
  stopped: () => boolean = () => false,
): Promise<string | null> {
  if (bits > MAX_POW_BITS) return null;
  for (let first = 0; !stopped(); first += CHUNK) {
    const answers = Array.from({ length: CHUNK }, (_, i) => (first + i).toString(36));
    const hashes = await Promise.all(answers.map((answer) => sha256(powBytes(salt, answer))));
    const found = hashes.findIndex((hash) => zeroBits(hash) >= bits);
    if (found >= 0) return answers[found] ?? null;
  }
  return null;
}

/** The request fields of a captcha's answer; null where none was offered, or it has more bits than `solvePow` takes. */
export async function solvedCaptcha(task: unknown, sha256: Sha256): Promise<Required<SolvedCaptcha> | null> {
  if (!isCaptchaTask(task)) return null;
  const captcha = await solvePow(task.salt, task.bits, sha256);
  return captcha === null ? null : { captchaId: task.captchaId, captcha };
}
