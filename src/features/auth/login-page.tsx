// Login with email and password, and with the authenticator's code where one is bound.
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
import { MailCodeField, type MailCodeFieldProps } from '../../components/account/mail-code-field.tsx';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { type FormState, useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { openSession } from '../../stores/account/open-session.ts';
import { readItem } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/fields/refusal.tsx';
import { withCaptcha } from '../../api/with-captcha.ts';
import styles from './auth.module.css';
import { type LoginForm, missingLoginField, loginFaults } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { useReturnToPage } from './use-return-to-page.ts';

/** Logs in, and goes back to the page that needed it. */
function useLogin(): FormState<LoginForm> {
  const { t } = useTranslation();
  const goBack = useReturnToPage();
  const start: LoginForm = { email: readItem('loginInfo')?.email ?? '', password: '', googleCode: null, code: null };
  const send = async ({ email, password, googleCode, code }: LoginForm): Promise<void> => {
    const form = {
      email,
      password,
      device: deviceSecret(),
      ...(googleCode !== null && { googleCode }),
      ...(code !== null && { code }),
    };
    const isOwn = await openSession(() => withCaptcha((solved) => call('/user/login', { ...form, ...solved })));
    if (isOwn) showToast(t('auth.loggedIn'), 'success');
    goBack();
  };
  return useForm(start, loginFaults, send, { recover: missingLoginField });
}

export function LoginPage() {
  const { t } = useTranslation();
  const { form, change, errorOf, refusal, busy, submit } = useLogin();
  return (
    <>
      <PageHeader title={t('auth.login')} />
      <main className="column">
        <h2 className={styles.title}>{t('auth.welcome')}</h2>
        <form className={styles.form} noValidate onSubmit={submit}>
          <EmailField value={form.email} onValue={(email) => change({ email })} error={errorOf('email')} />
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            value={form.password}
            onValue={(password) => change({ password })}
            error={errorOf('password')}
            testId="password"
          />
          {form.code !== null && (
            <UnlockField
              email={form.email}
              password={form.password}
              value={form.code}
              onValue={(code) => change({ code })}
              error={errorOf('code')}
            />
          )}
          {form.googleCode !== null && (
            <GoogleCodeField
              value={form.googleCode}
              onValue={(googleCode) => change({ googleCode })}
              error={errorOf('googleCode')}
            />
          )}
          <Link to="/pages/user/forgetPassword" className={styles.forgot}>
            {t('auth.forgot')}
          </Link>
          <Refusal text={refusal} />
          <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
            {t('auth.login')}
          </Button>
        </form>
        <OtherPages />
      </main>
    </>
  );
}

interface UnlockFieldProps extends Omit<MailCodeFieldProps, 'send'> {
  password: string;
}

/** The mailed code by which an account is unlocked after too many wrong passwords. */
function UnlockField({ password, ...field }: UnlockFieldProps) {
  const { t } = useTranslation();
  const { email } = field;
  return (
    <>
      <p className="hint" role="note">
        {t('auth.locked')}
      </p>
      <MailCodeField
        {...field}
        send={() =>
          withCaptcha((solved) =>
            call('/common/code/send', { email, scene: 'login', password, device: deviceSecret(), ...solved }),
          )
        }
      />
    </>
  );
}

function OtherPages() {
  const { t } = useTranslation();
  const { back } = useSearch({ from: '/pages/common/login' });
  return (
    <>
      <p className={styles.other}>
        {t('auth.noAccount')}{' '}
        <Link to="/pages/common/reg" search={back ? { back } : {}} className={styles.link}>
          {t('auth.register')}
        </Link>
      </p>
      <p className={styles.other}>
        <Link to="/pages/set/lang" className={styles.link}>
          {t('title.language')}
        </Link>
      </p>
    </>
  );
}
