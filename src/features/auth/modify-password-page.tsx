// Changing the password with the old one and an emailed code. All other sessions end.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { call } from '../../api/call.ts';
import { useGoOn } from '../../components/account/use-go-on.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { MailCodeField } from '../../components/account/mail-code-field.tsx';
import { useLostAnswer } from '../../components/account/use-lost-answer.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Refusal } from '../../ui/fields/refusal.tsx';
import styles from './auth.module.css';
import { type ModifyForm, modifyFaults } from './credentials.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { logInWith } from './password-login.ts';

const EMPTY: ModifyForm = { oldPassword: '', password: '', rePassword: '', code: '' };

export function ModifyPasswordPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.modifyPassword')} />
      <main className="column">
        {loggedIn ? (
          <PasswordForm />
        ) : (
          <LoginCard text={t('auth.otherSessionsEnd')} back="/pages/user/modifyPassword" />
        )}
      </main>
    </>
  );
}

function PasswordForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const callOnce = useLostAnswer();
  const email = useSignalValue(userInfo)?.user.email ?? '';
  const send = async ({ oldPassword, password, rePassword, code }: ModifyForm): Promise<void> => {
    await callOnce<unknown>({
      key: password,
      send: () => call('/user/update/password', { oldPassword, newPassword: password, rePassword, code }),
      refusedAs: CODE.loginWrong,
      find: () => logInWith({ email, password }),
      afterLossOnly: true,
    });
    showToast(t('auth.passwordSet'), 'success');
    goOn(() => navigate({ to: '/pages/set/index', replace: true }));
  };
  const { form, change, errorOf, refusal, busy, submit } = useForm(EMPTY, modifyFaults, send);
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {/* Password managers store the new password under it. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('auth.oldPassword')}
        autoComplete="current-password"
        value={form.oldPassword}
        onValue={(oldPassword) => change({ oldPassword })}
        error={errorOf('oldPassword')}
        testId="old-password"
      />
      <NewPasswordFields form={form} change={change} errorOf={errorOf} />
      <MailCodeField
        email={email}
        send={() => call('/user/code/send', { scene: 'password', device: deviceSecret() })}
        value={form.code}
        onValue={(code) => change({ code })}
        error={errorOf('code')}
      />
      <p className="hint">
        {t('auth.otherSessionsEnd')} {t('auth.withdrawLock')}
      </p>
      <Refusal text={refusal} />
      <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
        {t('auth.setPassword')}
      </Button>
    </form>
  );
}
