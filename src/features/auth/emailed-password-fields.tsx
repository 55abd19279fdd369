// Fields of a form that sets a password by a code sent to an e-mail address.
import { type CodeSent, MailCodeField } from '../../components/account/mail-code-field.tsx';
import type { FormState } from '../../hooks/use-form.ts';
import type { NewPassword } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

interface EmailedPassword extends NewPassword {
  email: string;
  code: string;
}

export interface EmailedPasswordFieldsProps<F> extends Pick<FormState<F>, 'form' | 'change' | 'errorOf'> {
  /** Requests a code; null when the address is missing. */
  sendCode: () => Promise<CodeSent | null>;
}

export function EmailedPasswordFields<F extends EmailedPassword>({
  form,
  change,
  errorOf,
  sendCode,
}: EmailedPasswordFieldsProps<F>) {
  const set = (part: Partial<EmailedPassword>): void => change(part as Partial<F>);
  return (
    <>
      <EmailField value={form.email} onValue={(email) => set({ email })} error={errorOf('email')} />
      {/* Of another address there is no code yet, and none to wait for. */}
      <MailCodeField
        key={form.email}
        email={form.email}
        send={sendCode}
        value={form.code}
        onValue={(code) => set({ code })}
        error={errorOf('code')}
      />
      <NewPasswordFields form={form} change={change} errorOf={errorOf} />
    </>
  );
}
