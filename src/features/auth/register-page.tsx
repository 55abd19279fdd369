// Registration: e-mail, the code sent to it, a password twice, an invite code.
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { errorText } from '../../cells/error-text.ts';
import { MailCodeField, type Sent } from '../../cells/mail-code-field.tsx';
import { PageBar } from '../../cells/page-bar.tsx';
import { beginSession } from '../../state/session.ts';
import { readItem } from '../../state/storage.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Faults, type RegisterForm, isEmail, passwordStrength, registerFaults } from './credentials.ts';
import { PasswordField } from './password-field.tsx';
import { useReturn } from './use-return.ts';
import styles from './auth.module.css';

const STRENGTHS = ['auth.weak', 'auth.weak', 'auth.fair', 'auth.strong'] as const;

export function RegisterPage() {
  const { t } = useTranslation();
  const goBack = useReturn();
  const { back } = useSearch({ from: '/pages/common/reg' });
  const [form, setForm] = useState<RegisterForm>({ email: '', code: '', password: '', rePassword: '', terms: false });
  const [inviteCode, setInviteCode] = useState(() => readItem('fxproInviteCode'));
  const [faults, setFaults] = useState<Faults<keyof RegisterForm>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<RegisterForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    setFaults({});
    setRefusal('');
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = registerFaults(form);
    setFaults(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    const { email, code, password, rePassword } = form;
    try {
      beginSession(await call('/user/register', { email, code, password, rePassword, inviteCode: inviteCode.trim() || undefined }));
      showToast(t('auth.registered'), 'success');
      goBack();
    } catch (error) {
      setRefusal(errorText(error, t));
      setBusy(false);
    }
  };
  const sendCode = async (): Promise<Sent | null> => {
    if (isEmail(form.email)) return call('/common/code/send', { email: form.email, scene: 'register' });
    setFaults({ email: 'auth.needEmail' });
    return null;
  };
  const word = (field: keyof RegisterForm): string | undefined => {
    const fault = faults[field];
    return fault && t(fault);
  };
  const strength = passwordStrength(form.password);
  return (
    <>
      <PageBar title={t('auth.register')} />
      <main className={styles.page}>
        <h2 className={styles.title}>{t('auth.createAccount')}</h2>
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('auth.email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            dir="ltr"
            value={form.email}
            onValue={(email) => change({ email })}
            error={word('email')}
            data-testid="email"
          />
          <MailCodeField email={form.email} send={sendCode} value={form.code} onValue={(code) => change({ code })} error={word('code')} />
          <PasswordField
            label={t('auth.password')}
            autoComplete="new-password"
            value={form.password}
            onValue={(password) => change({ password })}
            error={word('password')}
            hint={strength > 0 ? `${t('auth.strength')}: ${t(STRENGTHS[strength])}` : t('auth.length')}
            testId="password"
          />
          <PasswordField
            label={t('auth.rePassword')}
            autoComplete="new-password"
            value={form.rePassword}
            onValue={(rePassword) => change({ rePassword })}
            error={word('rePassword')}
            testId="re-password"
          />
          <TextField label={t('auth.inviteCode')} autoComplete="off" autoCapitalize="characters" maxLength={32} value={inviteCode} onValue={setInviteCode} data-testid="invite-code" />
          <label className={styles.terms}>
            <input type="checkbox" checked={form.terms} onChange={(event) => change({ terms: event.currentTarget.checked })} data-testid="terms" />
            <span>{t('auth.terms')}</span>
          </label>
          {word('terms') && <p className={styles.refusal} role="alert">{word('terms')}</p>}
          {refusal && <p className={styles.refusal} role="alert">{refusal}</p>}
          <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">{t('auth.register')}</Button>
        </form>
        <p className={styles.other}>
          {t('auth.hasAccount')} <Link to="/pages/common/login" search={back ? { back } : {}} className={styles.link}>{t('auth.login')}</Link>
        </p>
      </main>
    </>
  );
}
