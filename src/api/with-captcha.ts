// Repeats a call with a solved proof-of-work captcha when the exchange requires one.
import { type SolvedCaptcha, solvedCaptcha } from '../../core/proofs/proof-of-work.ts';
import { browserTextSha256 } from '../lib/crypto-adapter.ts';
import { CODE } from '../../core/errors/errors.ts';
import { CallError, call } from './call.ts';

/**
 * Makes a call. When the exchange answers 1401, solves a captcha (one to two seconds of CPU time) and
 * makes the call again. Rethrows the call's error in an insecure context, where no SHA-256 is
 * available.
 */
export async function withCaptcha<T>(send: (solved: SolvedCaptcha) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const sha256 = browserTextSha256();
    if (!(error instanceof CallError) || error.code !== CODE.captchaWrong || !sha256) throw error;
    const solved = await solvedCaptcha((await call('/common/prop', { keys: 'captcha' }))['captcha'], sha256);
    if (solved === null) throw error;
    return send(solved);
  }
}
