// Password reset with an emailed code, and an authenticator's code where one is bound.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { call } from '../../api/call.ts';
import { useGoOn } from '../../components/account/use-go-on.ts';
import { GoogleCodeField } from '../../components/account/google-code-field.tsx';
import { useLostAnswer } from '../../components/account/use-lost-answer.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { readItem } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/fields/refusal.tsx';
import { withCaptcha } from '../../api/with-captcha.ts';
import styles from './auth.module.css';
import { type ForgotForm, missingGoogleCode, forgotFaults } from './credentials.ts';
import { EmailedPasswordFields } from './emailed-password-fields.tsx';
import { mailCode } from './mail-code.ts';
import { logInWith } from './password-login.ts';

export function ForgotPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const callOnce = useLostAnswer();
  const start: ForgotForm = {
    email: readItem('loginInfo')?.email ?? '',
    code: '',
    password: '',
    rePassword: '',
    googleCode: null,
  };
  const send = async ({ googleCode, ...rest }: ForgotForm): Promise<void> => {
    const form = { ...rest, device: deviceSecret(), ...(googleCode !== null && { googleCode }) };
    const loggedIn = await callOnce({
      key: rest.email,
      send: () => withCaptcha((solved) => call('/common/find/password', { ...form, ...solved })).then(() => false),
      refusedAs: CODE.codeWrong,
      find: () => logInWith(form),
      afterLossOnly: true,
    });
    showToast(t('auth.passwordSet'), 'success');
    goOn(() => navigate({ to: loggedIn ? '/pages/tabbar/home' : '/pages/common/login', replace: true }));
  };
  const state = useForm(start, forgotFaults, send, { recover: missingGoogleCode });
  const { form, change, errorOf, refusal, busy, submit } = state;
  return (
    <>
      <PageHeader title={t('title.forgetPassword')} />
      <main className="column">
        <form className={styles.form} noValidate onSubmit={submit}>
          <EmailedPasswordFields
            form={form}
            change={change}
            errorOf={errorOf}
            sendCode={() => mailCode('forgot', state)}
          />
          {form.googleCode !== null && (
            <GoogleCodeField
              value={form.googleCode}
              onValue={(googleCode) => change({ googleCode })}
              error={errorOf('googleCode')}
            />
          )}
          <p className="hint">{t('auth.withdrawLock')}</p>
          <Refusal text={refusal} />
          <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
            {t('auth.setPassword')}
          </Button>
        </form>
      </main>
    </>
  );
}
