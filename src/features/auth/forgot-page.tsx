// A forgotten password: a code of the mail, and of the authenticator where one is bound, sets a new one.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
import { MailCodeField, type Sent } from '../../components/account/mail-code-field.tsx';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { readItem } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import styles from './auth.module.css';
import { type ForgotForm, askForGoogle, forgotFaults, isEmail } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { withCaptcha } from './with-captcha.ts';

export function ForgotPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start: ForgotForm = {
    email: readItem('loginInfo')?.email ?? '',
    code: '',
    password: '',
    rePassword: '',
    googleCode: null,
  };
  const send = async ({ googleCode, ...rest }: ForgotForm): Promise<void> => {
    await call('/common/find/password', {
      ...rest,
      device: deviceSecret(),
      ...(googleCode !== null && { googleCode }),
    });
    showToast(t('auth.passwordSet'), 'success');
    void navigate({ to: '/pages/common/login', replace: true });
  };
  const { form, change, word, fault, refusal, busy, submit } = useForm(start, forgotFaults, send, askForGoogle);
  const sendCode = async (): Promise<Sent | null> => {
    if (isEmail(form.email))
      return withCaptcha((solved) =>
        call('/common/code/send', { email: form.email, scene: 'forgot', device: deviceSecret(), ...solved }),
      );
    fault({ email: 'auth.needEmail' });
    return null;
  };
  return (
    <>
      <PageHeader title={t('title.forgetPassword')} />
      <main className={styles.page}>
        <form className={styles.form} noValidate onSubmit={submit}>
          <EmailField value={form.email} onValue={(email) => change({ email })} error={word('email')} />
          <MailCodeField
            email={form.email}
            send={sendCode}
            value={form.code}
            onValue={(code) => change({ code })}
            error={word('code')}
          />
          <NewPasswordFields form={form} change={change} word={word} />
          {form.googleCode !== null && (
            <GoogleCodeField
              value={form.googleCode}
              onValue={(googleCode) => change({ googleCode })}
              error={word('googleCode')}
            />
          )}
          <p className={styles.hint}>{t('auth.withdrawLock')}</p>
          {refusal && (
            <p className={styles.refusal} role="alert">
              {refusal}
            </p>
          )}
          <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
            {t('auth.setPassword')}
          </Button>
        </form>
      </main>
    </>
  );
}
