// Log in with e-mail and password.
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../cells/error-text.ts';
import { PageBar } from '../../cells/page-bar.tsx';
import { call } from '../../api/call.ts';
import { beginSession } from '../../state/session.ts';
import { readItem } from '../../state/storage.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Faults, type LoginForm, loginFaults } from './credentials.ts';
import { PasswordField } from './password-field.tsx';
import { useReturn } from './use-return.ts';
import { withCaptcha } from './with-captcha.ts';
import styles from './auth.module.css';

export function LoginPage() {
  const { t } = useTranslation();
  const goBack = useReturn();
  const { back } = useSearch({ from: '/pages/common/login' });
  const [form, setForm] = useState<LoginForm>(() => ({ email: readItem('loginInfo')?.email ?? '', password: '' }));
  const [faults, setFaults] = useState<Faults<keyof LoginForm>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<LoginForm>): void => {
    setForm({ ...form, ...part });
    setFaults({});
    setRefusal('');
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = loginFaults(form);
    setFaults(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      beginSession(await withCaptcha((solved) => call('/user/login', { ...form, ...solved })));
      showToast(t('auth.loggedIn'), 'success');
      goBack();
    } catch (error) {
      setRefusal(errorText(error, t));
      setBusy(false);
    }
  };
  return (
    <>
      <PageBar title={t('auth.login')} />
      <main className={styles.page}>
        <h2 className={styles.title}>{t('auth.welcome')}</h2>
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
            error={faults.email && t(faults.email)}
            data-testid="email"
          />
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            value={form.password}
            onValue={(password) => change({ password })}
            error={faults.password && t(faults.password)}
            testId="password"
          />
          <Link to="/pages/user/forgetPassword" className={styles.forgot}>{t('auth.forgot')}</Link>
          {refusal && <p className={styles.refusal} role="alert">{refusal}</p>}
          <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">{t('auth.login')}</Button>
        </form>
        <p className={styles.other}>
          {t('auth.noAccount')} <Link to="/pages/common/reg" search={back ? { back } : {}} className={styles.link}>{t('auth.register')}</Link>
        </p>
        <p className={styles.other}><Link to="/pages/set/lang" className={styles.link}>{t('title.language')}</Link></p>
      </main>
    </>
  );
}
