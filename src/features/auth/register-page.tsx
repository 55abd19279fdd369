// Registration: an emailed code proves the address. A demo exchange shows the code.
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { call } from '../../api/call.ts';
import { useLostAnswer } from '../../components/account/use-lost-answer.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { deviceSecret } from '../../stores/device/device-secret.ts';
import { openSession } from '../../stores/account/open-session.ts';
import { readItem } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Refusal } from '../../ui/fields/refusal.tsx';
import { withCaptcha } from '../../api/with-captcha.ts';
import styles from './auth.module.css';
import { type RegisterForm, registerFaults } from './credentials.ts';
import { EmailedPasswordFields } from './emailed-password-fields.tsx';
import { mailCode } from './mail-code.ts';
import { logInWith } from './password-login.ts';
import { useReturnToPage } from './use-return-to-page.ts';

export function RegisterPage() {
  const { t } = useTranslation();
  const goBack = useReturnToPage();
  const callOnce = useLostAnswer();
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
    const isOwn = await callOnce({
      key: email,
      send: () => openSession(() => withCaptcha((solved) => call('/user/register', { ...form, ...solved }))),
      refusedAs: CODE.codeWrong,
      find: () => logInWith(form),
    });
    if (isOwn) showToast(t('auth.registered'), 'success');
    goBack();
  };
  const state = useForm(start, registerFaults, send);
  const { form, change, errorOf, refusal, busy, submit } = state;
  return (
    <>
      <PageHeader title={t('auth.register')} />
      <main className="column">
        <h2 className={styles.title}>{t('auth.createAccount')}</h2>
        <form className={styles.form} noValidate onSubmit={submit}>
          <EmailedPasswordFields
            form={form}
            change={change}
            errorOf={errorOf}
            sendCode={() => mailCode('register', state)}
          />
          <TextField
            label={t('auth.inviteCode')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={32}
            value={form.inviteCode}
            onValue={(inviteCode) => change({ inviteCode })}
            data-testid="invite-code"
          />
          <Checkbox checked={form.terms} onChecked={(terms) => change({ terms })} testId="terms">
            {t('auth.terms')}
          </Checkbox>
          <Refusal text={errorOf('terms')} />
          <Refusal text={refusal} />
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
