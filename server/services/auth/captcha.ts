// Captchas that a machine must work for and nobody must look at: proof of work, each good once, for five minutes.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { powBytes, zeroBits } from '../../../core/proofs/proof-of-work.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { sameText } from './secret-box.ts';

/** Zero bits that an answer's hash must start with: some 65 000 tries, a blink for one person, a bill for a million. */
const BITS = 16;
const LIFE_MS = 5 * 60_000;
/** Answers remembered so that none is good twice; each costs its sender the work. At the limit the answer is 1429. */
const MOST_USED = 100_000;
const ID = /^([A-Za-z0-9_-]{22})\.(\d{13})\.([A-Za-z0-9_-]{22})$/;

export interface Captcha {
  captchaId: string;
  kind: 'pow';
  salt: string;
  bits: number;
}

export interface Captchas {
  /** A new one; nothing is kept of it until it is answered, so asking for many costs nothing here. */
  issue(): Captcha;
  /**
   * Whether an answer came with the call, and is right. Throws RejectError 1401 on a wrong, old, used or half-given
   * one.
   */
  prove(given: { captchaId?: string | undefined; captcha?: string | undefined }): boolean;
}

/** The signing key lives as long as the process: a restart ends the captchas that are out. */
export function createCaptchas(now: () => number): Captchas {
  const key = randomBytes(32);
  const used = new Map<string, number>();
  const signature = (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  return {
    issue() {
      const salt = randomBytes(16).toString('base64url');
      const expireTime = now() + LIFE_MS;
      return {
        captchaId: `${salt}.${expireTime}.${signature(`${salt}.${expireTime}`)}`,
        kind: 'pow',
        salt,
        bits: BITS,
      };
    },
    prove({ captchaId, captcha }) {
      if (captchaId === undefined && captcha === undefined) return false;
      const [, salt = '', expiry = '', signed = ''] = ID.exec(captchaId ?? '') ?? [];
      const nowMs = now();
      const genuine = sameText(signed, signature(`${salt}.${expiry}`)) && Number(expiry) > nowMs;
      if (
        !genuine ||
        captcha === undefined ||
        used.has(salt) ||
        zeroBits(createHash('sha256').update(powBytes(salt, captcha)).digest()) < BITS
      )
        throw new RejectError(CODE.captchaWrong);
      if (used.size >= MOST_USED) forgetOld(used, nowMs);
      used.set(salt, Number(expiry));
      return true;
    },
  };
}

function forgetOld(used: Map<string, number>, nowMs: number): void {
  for (const [salt, expireTime] of used) if (expireTime <= nowMs) used.delete(salt);
  if (used.size >= MOST_USED) throw new RejectError(CODE.tooManyRequests, { retryAfter: LIFE_MS / 1000 });
}
