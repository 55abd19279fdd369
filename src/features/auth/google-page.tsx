// Binding an authenticator: secret and QR code, both codes, then the recovery codes.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { MailCodeField } from '../../components/account/mail-code-field.tsx';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { QrImage } from '../../components/common/qr-image.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { reloadUser } from '../../stores/account/reload-user.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Refusal } from '../../ui/fields/refusal.tsx';
import styles from './auth.module.css';
import { type BindForm, bindFaults } from './credentials.ts';

export function GooglePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const loggedIn = useSignalValue(isLoggedIn);
  const bound = useSignalValue(userInfo)?.hasGoogleAuth === 1;
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const [failed, setFailed] = useState(false);
  const reset = (
    <Button onClick={() => void navigate({ to: '/pages/user/resetGoogle' })}>{t('title.resetGoogle')}</Button>
  );
  return (
    <>
      <PageHeader title={t('title.google')} />
      <main className="column">
        {!loggedIn && <LoginCard text={t('auth.googleBoundText')} back="/pages/user/google" />}
        {loggedIn && recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
        {loggedIn && !recoveryCodes && bound && (
          <NoticeCard
            title={t('auth.googleBound')}
            text={t(failed ? 'auth.recoveryLost' : 'auth.googleBoundText')}
            action={reset}
          />
        )}
        {loggedIn && !recoveryCodes && !bound && (
          <BindAuthenticator onBound={setRecoveryCodes} onFailed={() => setFailed(true)} />
        )}
      </main>
    </>
  );
}

interface BindingProps {
  onBound: (recoveryCodes: readonly string[]) => void;
  /** There are no codes to show, and it may be bound all the same. */
  onFailed: () => void;
}

function BindAuthenticator({ onBound, onFailed }: BindingProps) {
  const query = useQuery('/user/bind/google/prep', {});
  return (
    <QueryBlock query={query}>
      {(prepared) => (
        <BindSteps
          prepared={prepared}
          onBound={onBound}
          onFailed={() => {
            onFailed();
            // The secret may have expired.
            query.refetch();
          }}
        />
      )}
    </QueryBlock>
  );
}

function BindSteps({ prepared, onBound, onFailed }: BindingProps & { prepared: AnswerOf<'/user/bind/google/prep'> }) {
  const { t } = useTranslation();
  const email = useSignalValue(userInfo)?.user.email ?? '';
  const send = async (typed: BindForm): Promise<void> => {
    try {
      const { recoveryCodes } = await call('/user/bind/google', { secret: prepared.secret, ...typed });
      onBound(recoveryCodes);
    } catch (refusal) {
      onFailed();
      throw refusal;
    } finally {
      // Also after an answer that was lost: it may be bound.
      void reloadUser();
    }
  };
  const { form, change, errorOf, refusal, busy, submit } = useForm<BindForm>(
    { googleCode: '', code: '' },
    bindFaults,
    send,
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ol className={styles.steps}>
        <li>{t('auth.googleStepApp')}</li>
        <li>
          {t('auth.googleStepScan')}
          <QrImage text={prepared.otpauth} label={t('auth.googleStepScan')} />
          <span className={styles.secret}>
            <code className="num">{prepared.secret}</code>
            <CopyButton text={prepared.secret} />
          </span>
        </li>
        <li>{t('auth.googleStepCodes')}</li>
      </ol>
      <GoogleCodeField
        value={form.googleCode}
        onValue={(googleCode) => change({ googleCode })}
        error={errorOf('googleCode')}
      />
      <MailCodeField
        email={email}
        send={() => call('/user/code/send', { scene: 'bindGoogle', device: deviceSecret() })}
        value={form.code}
        onValue={(code) => change({ code })}
        error={errorOf('code')}
      />
      <Refusal text={refusal} />
      <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
        {t('auth.bind')}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <section className={styles.form}>
      <h2 className={styles.title}>{t('auth.recoveryTitle')}</h2>
      <p className="hint">{t('auth.recoveryText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className="num">
            {code}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} />
      <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/tabbar/home' })}>
        {t('auth.recoveryKept')}
      </Button>
    </section>
  );
}
