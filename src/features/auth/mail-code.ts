// Mails the code of a form without a session, to the address that is typed in it.
import { call } from '../../api/call.ts';
import { withCaptcha } from '../../api/with-captcha.ts';
import type { CodeSent } from '../../components/account/mail-code-field.tsx';
import type { FormState } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { isEmail } from './credentials.ts';

/** Null, and the field's fault is shown: what is typed is no address. Throws CallError. */
export async function mailCode(
  scene: 'register' | 'forgot',
  { form: { email }, setErrors }: Pick<FormState<{ email: string }>, 'form' | 'setErrors'>,
): Promise<CodeSent | null> {
  if (!isEmail(email)) {
    setErrors({ email: 'auth.needEmail' });
    return null;
  }
  return withCaptcha((solved) => call('/common/code/send', { email, scene, device: deviceSecret(), ...solved }));
}
