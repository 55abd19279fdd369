// Demo account: opened in one tap, its login, and more demo money later.
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { StartDemo, useDemoOffered } from '../../components/account/start-demo.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { FIRST_TICKET } from '../../components/ticket/first-ticket.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { refreshAssets } from '../../stores/account/balances.ts';
import { DEMO_USDT } from '../../stores/account/demo-account.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { moneyText, separate } from '../../stores/market/number-format.ts';
import { stored } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './demo.module.css';

export function DemoPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.demo')} />
      <main className={styles.page}>
        <p className={styles.text}>{t('demo.about')}</p>
        {loggedIn ? <DemoAccount /> : <OpenDemo />}
        <DemoAccess />
        <p className={styles.text}>{t('demo.real')}</p>
      </main>
    </>
  );
}

function OpenDemo() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const offered = useDemoOffered();
  return (
    <section className="card">
      {offered ? (
        <>
          <dl className={styles.split}>
            <Fact label={t('home.spot')} className="num">
              {separate(DEMO_USDT.spot)} USDT
            </Fact>
            <Fact label={t('home.contracts')} className="num">
              {separate(DEMO_USDT.contract)} USDT
            </Fact>
          </dl>
          <StartDemo label={t('demo.startWith')} onOpened={() => void navigate(FIRST_TICKET)} />
        </>
      ) : (
        <p>{t('demo.none')}</p>
      )}
      <div className={styles.two}>
        <Button onClick={() => void navigate({ to: '/pages/common/reg' })}>{t('auth.register')}</Button>
        <Button onClick={() => void navigate({ to: '/pages/common/login' })}>{t('auth.login')}</Button>
      </div>
    </section>
  );
}

function DemoAccount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const requestFunds = async (): Promise<void> => {
    setBusy(true);
    try {
      const { faucet } = await call('/common/prop', { keys: 'faucet' });
      const { amount } = (faucet ?? {}) as { amount?: string };
      showToast(Number(amount) > 0 ? t('demo.credited', { amount: moneyText(amount ?? '0') }) : t('demo.later'));
      await refreshAssets();
    } catch (error) {
      showToast(errorText(error, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" data-testid="demo-ready">
      <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/tabbar/trade' })}>
        {t('demo.start')}
      </Button>
      <Button wide busy={busy} onClick={() => void requestFunds()}>
        {t('demo.faucet')}
      </Button>
      <Link className={styles.link} to="/pages/wallet/transfer">
        {t('title.transfer')}
      </Link>
    </section>
  );
}

/** The login of the account that was opened here; hidden from a user of another account. */
function DemoAccess() {
  const { t } = useTranslation();
  const access = useSignalValue(stored('fxproDemoAccess'));
  const email = useSignalValue(userInfo)?.user.email;
  if (access === null || (email !== undefined && email !== access.email)) return null;
  return (
    <section className="card" data-testid="demo-access">
      <p className={styles.text}>{t('demo.keep')}</p>
      <dl className={styles.access}>
        <dt>{t('auth.email')}</dt>
        <dd>
          <bdi>{access.email}</bdi>
          <CopyButton text={access.email} of={t('auth.email')} />
        </dd>
        <dt>{t('auth.password')}</dt>
        <dd>
          <bdi>{access.password}</bdi>
          <CopyButton text={access.password} of={t('auth.password')} />
        </dd>
      </dl>
    </section>
  );
}
