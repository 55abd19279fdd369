// Demo account: language and colours, an account with demo money in one tap, and more demo money
// later.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { LANGUAGES, isLanguage } from '../../locales/languages.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { refreshAssets } from '../../stores/account/balances.ts';
import { language, setLanguage } from '../../stores/device/language.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { beginSession, isLoggedIn } from '../../stores/account/session.ts';
import { stored } from '../../stores/device/storage.ts';
import { upDownChoice } from '../../stores/device/theme.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './demo.module.css';

interface DemoCredentials {
  email: string;
  password: string;
}

export function DemoPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const [created, setCreated] = useState<DemoCredentials | null>(null);
  return (
    <>
      <PageHeader title={t('title.demo')} />
      <main className={styles.page}>
        <p className={styles.text}>{t('demo.about')}</p>
        <DisplayChoices />
        {loggedIn ? <DemoAccount created={created} /> : <OpenDemoForm onCreated={setCreated} />}
      </main>
    </>
  );
}

function DisplayChoices() {
  const { t } = useTranslation();
  const current = useSignalValue(language);
  const upDown = useSignalValue(upDownChoice);
  const choose = (code: string): void => {
    if (isLanguage(code)) setLanguage(code).catch(() => showToast(t('set.languageFailed'), 'error'));
  };
  return (
    <section className={styles.card}>
      <SelectField
        label={t('title.language')}
        value={current}
        onValue={choose}
        choices={Object.entries(LANGUAGES).map(([key, { name }]) => ({ key, label: name }))}
      />
      <Segmented
        label={t('demo.colours')}
        value={upDown}
        onChange={(key) => {
          upDownChoice.value = key;
          stored('fxproLooksAsked').value = '1';
        }}
        choices={[
          { key: 'green-up', label: t('demo.greenUp') },
          { key: 'red-up', label: t('demo.redUp') },
        ]}
      />
    </section>
  );
}

/**
 * Registers a generated address: a demo exchange returns the code instead of mailing it. Throws NoDemo
 * on an exchange that is no demo.
 */
async function registerDemoAccount(): Promise<DemoCredentials & { answer: AnswerOf<'/user/register'> }> {
  const random = (bytes: number): string =>
    [...crypto.getRandomValues(new Uint8Array(bytes))]
      .map((byte) => byte.toString(36).padStart(2, '0'))
      .join('')
      .slice(0, bytes);
  const email = `demo-${Date.now().toString(36)}${random(6)}@example.com`;
  const password = `${random(14)}A9`;
  const device = deviceSecret();
  const { demoCode } = await call('/common/code/send', { email, scene: 'register', device });
  if (demoCode === undefined) throw new NoDemoError();
  return {
    email,
    password,
    answer: await call('/user/register', { email, code: demoCode, password, rePassword: password, device }),
  };
}

/** The exchange is no demo exchange. */
class NoDemoError extends Error {}

function OpenDemoForm({ onCreated }: { onCreated: (credentials: DemoCredentials) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const open = async (): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      const { answer, email, password } = await registerDemoAccount();
      onCreated({ email, password });
      beginSession(answer);
    } catch (error) {
      setRefusal(error instanceof NoDemoError ? t('demo.none') : errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card}>
      <Button kind="primary" wide busy={busy} onClick={() => void open()} data-testid="open-demo">
        {t('demo.open')}
      </Button>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <Button kind="ghost" wide onClick={() => void navigate({ to: '/pages/common/login' })}>
        {t('auth.login')}
      </Button>
    </section>
  );
}

function DemoAccount({ created }: { created: DemoCredentials | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const requestFunds = async (): Promise<void> => {
    setBusy(true);
    try {
      const { faucet } = await call('/common/prop', { keys: 'faucet' });
      const { amount } = (faucet ?? {}) as { amount?: string };
      showToast(Number(amount) > 0 ? t('demo.credited', { amount: amount ?? '' }) : t('demo.later'));
      await refreshAssets();
    } catch (error) {
      showToast(errorText(error, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} data-testid="demo-ready">
      {created && (
        <>
          <p role="status">{t('demo.ready')}</p>
          <p className={styles.access}>
            <bdi>{created.email}</bdi>
            <CopyButton text={created.email} />
          </p>
          <p className={styles.access}>
            <bdi>{created.password}</bdi>
            <CopyButton text={created.password} />
          </p>
          <p className={styles.text}>{t('demo.keep')}</p>
        </>
      )}
      <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/tabbar/contracts' })}>
        {t('demo.start')}
      </Button>
      <Button wide busy={busy} onClick={() => void requestFunds()}>
        {t('demo.faucet')}
      </Button>
      <p className={styles.text}>{t('demo.real')}</p>
    </section>
  );
}
