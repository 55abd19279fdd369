// Calls that may ask for work first: the captcha is fetched, solved on this device, and the call made once more.
import { solvePow } from '../../../core/proofs/proof-of-work.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError, call } from '../../api/call.ts';

/** Fields of a solved captcha, as the calls take them. */
export interface Solved {
  captchaId?: string;
  captcha?: string;
}

interface Work {
  captchaId: string;
  salt: string;
  bits: number;
}

function isWork(given: unknown): given is Work {
  const work = given as Partial<Work> | null | undefined;
  return typeof work?.captchaId === 'string' && typeof work.salt === 'string' && typeof work.bits === 'number';
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/**
 * Makes a call, and once more with a solved captcha when the exchange asks for one (1401): one to two seconds of work.
 * Throws what the call threw where nothing can be solved: a page without a secure context has no hashes.
 */
export async function withCaptcha<T>(make: (solved: Solved) => Promise<T>): Promise<T> {
  try {
    return await make({});
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== CODE.captchaWrong || !globalThis.isSecureContext) throw error;
    const work: unknown = (await call('/common/prop', { keys: 'captcha' }))['captcha'];
    const captcha = isWork(work) ? await solvePow(work.salt, work.bits, sha256) : null;
    if (!isWork(work) || captcha === null) throw error;
    return make({ captchaId: work.captchaId, captcha });
  }
}
