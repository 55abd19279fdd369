// Proof-of-work captchas: valid for five minutes, usable once, solved by the client without the user.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { zeroBits } from '../../../core/proofs/proof-of-work.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { sameText } from '../../store/secret-box.ts';

/** Leading zero bits of an answer's hash: 65 536 hashes on average, cheap once, expensive in bulk. */
const BITS = 16;
const LIFE_MS = 5 * 60_000;
/**
 * Used answers in memory, so that none is accepted twice. At the limit the older half expires early, so that younger
 * ones are still accepted: a client solves one in seconds.
 */
const MAX_USED = 100_000;
const ID = /^([A-Za-z0-9_-]{22})\.(\d{13})\.([A-Za-z0-9_-]{22})$/;

export interface Captcha {
  captchaId: string;
  kind: 'pow';
  salt: string;
  bits: number;
}

/** The signing key exists as long as the process: a restart invalidates open captchas. */
export class Captchas {
  readonly #now: () => number;
  readonly #bits: number;
  readonly #maxUsed: number;
  readonly #key = randomBytes(32);
  /** When each used captcha expires, by its salt. */
  readonly #used = new Map<string, number>();
  /** Captchas that expire up to this time are refused, ms. */
  #expiredUntil = 0;

  constructor(now: () => number, { bits = BITS, maxUsed = MAX_USED } = {}) {
    this.#now = now;
    this.#bits = bits;
    this.#maxUsed = maxUsed;
  }

  /** Creates a captcha. Nothing is stored until it is answered, so requesting many costs no memory. */
  issue(): Captcha {
    const salt = randomBytes(16).toString('base64url');
    const expireTime = this.#now() + LIFE_MS;
    return {
      captchaId: `${salt}.${expireTime}.${this.#signature(`${salt}.${expireTime}`)}`,
      kind: 'pow',
      salt,
      bits: this.#bits,
    };
  }

  /**
   * False without an answer, true for a right one. Throws RejectError 1401 on a wrong, expired, used or incomplete
   * one.
   */
  verify({ captchaId, captcha }: { captchaId?: string | undefined; captcha?: string | undefined }): boolean {
    if (captchaId === undefined && captcha === undefined) return false;
    const [, salt = '', expiry = '', signed = ''] = ID.exec(captchaId ?? '') ?? [];
    const nowMs = this.#now();
    const genuine =
      sameText(signed, this.#signature(`${salt}.${expiry}`)) && Number(expiry) > Math.max(nowMs, this.#expiredUntil);
    if (
      !genuine ||
      captcha === undefined ||
      this.#used.has(salt) ||
      zeroBits(
        createHash('sha256')
          .update(salt + captcha)
          .digest(),
      ) < this.#bits
    )
      throw new RejectError(CODE.captchaWrong);
    if (this.#used.size >= this.#maxUsed) this.#expiredUntil = deleteOlderHalf(this.#used);
    this.#used.set(salt, Number(expiry));
    return true;
  }

  #signature(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
  }
}

/** Returns the latest time at which a deleted one would have expired. */
function deleteOlderHalf(used: Map<string, number>): number {
  const until = [...used.values()].toSorted((a, b) => a - b)[Math.floor(used.size / 2)] ?? 0;
  for (const [salt, expireTime] of used) if (expireTime <= until) used.delete(salt);
  return until;
}
