// A new password and its repetition, with a strength hint.
import { useTranslation } from '../../locales/use-translation.ts';
import type { FormState } from '../../hooks/use-form.ts';
import { type NewPassword, passwordStrength } from './credentials.ts';
import { PasswordField } from './password-field.tsx';

const STRENGTHS = ['auth.weak', 'auth.weak', 'auth.fair', 'auth.strong'] as const;

export function NewPasswordFields<F extends NewPassword>({
  form,
  change,
  errorOf,
}: Pick<FormState<F>, 'form' | 'change' | 'errorOf'>) {
  const { t } = useTranslation();
  const strength = passwordStrength(form.password);
  const set = (part: Partial<NewPassword>): void => change(part as Partial<F>);
  return (
    <>
      <PasswordField
        label={t('auth.newPassword')}
        autoComplete="new-password"
        value={form.password}
        onValue={(password) => set({ password })}
        error={errorOf('password')}
        hint={strength > 0 ? `${t('auth.strength')}: ${t(STRENGTHS[strength])}` : t('auth.length')}
        testId="password"
      />
      <PasswordField
        label={t('auth.rePassword')}
        autoComplete="new-password"
        value={form.rePassword}
        onValue={(rePassword) => set({ rePassword })}
        error={errorOf('rePassword')}
        testId="re-password"
      />
    </>
  );
}
