// A login with what was typed to set a password, where the answer to that was lost.
import { CODE } from '../../../core/errors/errors.ts';
import { withCaptcha } from '../../api/with-captcha.ts';
import { CallError, call } from '../../api/call.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { openSession } from '../../stores/account/open-session.ts';

/**
 * Begins a session with a password that may have been set. False: it is set, but a login needs the authenticator.
 * Throws CallError where it is not.
 */
export async function logInWith({ email, password }: Record<'email' | 'password', string>): Promise<boolean> {
  try {
    const form = { email, password, device: deviceSecret() };
    await openSession(() => withCaptcha((solved) => call('/user/login', { ...form, ...solved })));
    return true;
  } catch (refusal) {
    // The exchange asks for its code after the password alone.
    if (refusal instanceof CallError && refusal.code === CODE.googleWrong) return false;
    throw refusal;
  }
}
