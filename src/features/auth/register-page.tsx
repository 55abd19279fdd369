// Register: a code proves the e-mail; the demo exchange shows it.
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
import { MailCodeField, type Sent } from '../../components/account/mail-code-field.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { beginSession } from '../../stores/account/session.ts';
import { readItem } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import styles from './auth.module.css';
import { type RegisterForm, isEmail, registerFaults } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useReturn } from './use-return.ts';
import { withCaptcha } from './with-captcha.ts';

export function RegisterPage() {
  const { t } = useTranslation();
  const goBack = useReturn();
  const { back } = useSearch({ from: '/pages/common/reg' });
  const start: RegisterForm = {
    email: '',
    code: '',
    password: '',
    rePassword: '',
    inviteCode: readItem('fxproInviteCode'),
    terms: false,
  };
  const send = async ({ email, code, password, rePassword, inviteCode }: RegisterForm): Promise<void> => {
    const form = {
      email,
      code,
      password,
      rePassword,
      device: deviceSecret(),
      inviteCode: inviteCode.trim() || undefined,
    };
    beginSession(await withCaptcha((solved) => call('/user/register', { ...form, ...solved })));
    showToast(t('auth.registered'), 'success');
    goBack();
  };
  const { form, change, word, fault, refusal, busy, submit } = useForm(start, registerFaults, send);
  const sendCode = async (): Promise<Sent | null> => {
    if (isEmail(form.email))
      return withCaptcha((solved) =>
        call('/common/code/send', { email: form.email, scene: 'register', device: deviceSecret(), ...solved }),
      );
    fault({ email: 'auth.needEmail' });
    return null;
  };
  return (
    <>
      <PageHeader title={t('auth.register')} />
      <main className={styles.page}>
        <h2 className={styles.title}>{t('auth.createAccount')}</h2>
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
          <TextField
            label={t('auth.inviteCode')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={32}
            value={form.inviteCode}
            onValue={(inviteCode) => change({ inviteCode })}
            data-testid="invite-code"
          />
          <label className={styles.terms}>
            <input
              type="checkbox"
              checked={form.terms}
              onChange={(event) => change({ terms: event.currentTarget.checked })}
              data-testid="terms"
            />
            <span>{t('auth.terms')}</span>
          </label>
          {word('terms') && (
            <p className={styles.refusal} role="alert">
              {word('terms')}
            </p>
          )}
          {refusal && (
            <p className={styles.refusal} role="alert">
              {refusal}
            </p>
          )}
          <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
            {t('auth.register')}
          </Button>
        </form>
        <p className={styles.other}>
          {t('auth.hasAccount')}{' '}
          <Link to="/pages/common/login" search={back ? { back } : {}} className={styles.link}>
            {t('auth.login')}
          </Link>
        </p>
      </main>
    </>
  );
}
