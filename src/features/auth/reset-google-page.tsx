// Removing the authenticator by its code, a recovery code or a reviewed picture.
// Withdrawals are locked for 24 hours afterwards.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
import { useGoOn } from '../../components/account/use-go-on.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { MailCodeField } from '../../components/account/mail-code-field.tsx';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { PictureField } from '../../components/account/picture-field.tsx';
import { type FormState, useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { reloadUser } from '../../stores/account/reload-user.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Refusal } from '../../ui/fields/refusal.tsx';
import styles from './auth.module.css';
import { RESET_METHODS, type ResetForm, resetFaults } from './credentials.ts';
import { PasswordField } from './password-field.tsx';

const EMPTY: ResetForm = {
  method: 'googleCode',
  password: '',
  code: '',
  googleCode: '',
  recoveryCode: '',
  imgSelf: '',
};

export function ResetGooglePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const bound = useSignalValue(userInfo)?.hasGoogleAuth === 1;
  return (
    <>
      <PageHeader title={t('title.resetGoogle')} />
      <main className="column">
        {!loggedIn && <LoginCard text={t('auth.googleBoundText')} back="/pages/user/resetGoogle" />}
        {loggedIn && !bound && <Unbound />}
        {loggedIn && bound && <ResetGoogleForm />}
      </main>
    </>
  );
}

function Unbound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <NoticeCard
      icon={<Icon name="lock" size={32} />}
      title={t('auth.googleUnbound')}
      action={
        <Button kind="primary" onClick={() => void navigate({ to: '/pages/user/google' })}>
          {t('auth.bind')}
        </Button>
      }
    />
  );
}

function ResetGoogleForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const email = useSignalValue(userInfo)?.user.email ?? '';
  const send = async ({ method, password, code, ...proofs }: ResetForm): Promise<void> => {
    const form = { password, code, [method]: proofs[method] };
    // Also after an answer that was lost: it may be off.
    const { review } = await call('/user/bind/google/reset', form).finally(reloadUser);
    showToast(t(review === 1 ? 'auth.resetReview' : 'auth.resetDone'), 'success');
    goOn(() => navigate({ to: review === 1 ? '/pages/tabbar/home' : '/pages/user/google', replace: true }));
  };
  const state = useForm(EMPTY, resetFaults, send);
  const { form, change, errorOf, refusal, busy, submit } = state;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className="hint">{t('auth.withdrawLock')}</p>
      <Segmented
        label={t('auth.resetWay')}
        value={form.method}
        onChange={(method) => change({ method })}
        choices={RESET_METHODS.map((key) => ({ key, label: t(`auth.way.${key}`) }))}
      />
      <ProofField state={state} />
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        value={form.password}
        onValue={(password) => change({ password })}
        error={errorOf('password')}
        testId="password"
      />
      <MailCodeField
        email={email}
        send={() => call('/user/code/send', { scene: 'resetGoogle', device: deviceSecret() })}
        value={form.code}
        onValue={(code) => change({ code })}
        error={errorOf('code')}
      />
      <Refusal text={refusal} />
      <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
        {t('title.resetGoogle')}
      </Button>
    </form>
  );
}

/** The field of the chosen method: a code of the authenticator, a recovery code, or a picture for a review. */
function ProofField({ state: { form, change, onWork, errorOf } }: { state: FormState<ResetForm> }) {
  const { t } = useTranslation();
  if (form.method === 'googleCode')
    return (
      <GoogleCodeField
        value={form.googleCode}
        onValue={(googleCode) => change({ googleCode })}
        error={errorOf('googleCode')}
      />
    );
  if (form.method === 'recoveryCode')
    return (
      <TextField
        label={t('auth.recoveryCode')}
        autoComplete="off"
        dir="ltr"
        maxLength={32}
        value={form.recoveryCode}
        onValue={(recoveryCode) => change({ recoveryCode })}
        error={errorOf('recoveryCode')}
        data-testid="recovery-code"
      />
    );
  return (
    <PictureField
      label={t('auth.selfie')}
      hint={t('auth.selfieText')}
      value={form.imgSelf}
      onValue={(imgSelf) => change({ imgSelf })}
      onWork={(work) => onWork('imgSelf', work)}
      error={errorOf('imgSelf')}
    />
  );
}
