// Identity verification: country, document and two images; stored as a draft or submitted.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';
import { useGoOn } from '../../components/account/use-go-on.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { PictureField } from '../../components/account/picture-field.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useForm } from '../../hooks/use-form.ts';
import { reloadUser } from '../../stores/account/reload-user.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Working } from '../../ui/fields/working.tsx';
import { Refusal } from '../../ui/fields/refusal.tsx';
import { CERT_TYPES, type CertType, type KycForm, kycDraft, kycFaults, kycRequest } from './kyc-form.ts';
import { useTextsOnReload } from './texts-on-reload.ts';
import styles from './kyc.module.css';

type UserInfoAnswer = AnswerOf<'/user/info'>;
type Country = { code: string; name: string };

export function KycPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.kyc')} />
      <main className="column">
        {loggedIn ? (
          <Verification />
        ) : (
          <LoginCard
            text={t('kyc.pictureText')}
            back="/pages/user/kyc"
            example={[
              [t('kyc.fullName'), 'Alex Doe'],
              [t('kyc.certType'), t('kyc.passport')],
              [t('kyc.certNo'), 'X1234567'],
            ]}
          />
        )}
      </main>
    </>
  );
}

/** The state of the verification in words, or the form. */
function Verification() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useSignalValue(userInfo)?.userKyc?.status;
  const query = useQuery('/user/info', { kyc: true }, status ?? -1);
  const countries = useQuery('/common/prop', { keys: 'countries' });
  const toReview = (
    <Button onClick={() => void navigate({ to: '/pages/user/waitingReview', search: { type: 1 } })}>
      {t('title.waitingReview')}
    </Button>
  );
  return (
    <QueryBlock query={query} rows={6}>
      {(info) => {
        if (info.userKyc?.status === KYC_STATUS.review) return <NoticeCard title={t('kyc.review')} action={toReview} />;
        if (info.userKyc?.status === KYC_STATUS.passed) return <PassedNotice info={info} />;
        return (
          <QueryBlock query={countries} rows={6}>
            {(props) => <KycFormFields info={info} countries={(props['countries'] ?? []) as Country[]} />}
          </QueryBlock>
        );
      }}
    </QueryBlock>
  );
}

function PassedNotice({ info }: { info: UserInfoAnswer }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <NoticeCard
      icon={<Icon name="check" size={36} />}
      title={t('kyc.passed')}
      text={[info.kyc?.fullName, info.kyc?.country].filter(Boolean).join(' · ')}
      action={
        <Button kind="primary" onClick={() => void navigate({ to: '/pages/wallet/withdraw' })}>
          {t('title.withdraw')}
        </Button>
      }
    />
  );
}

function initialForm({ kyc }: UserInfoAnswer): KycForm {
  return {
    country: kyc?.country ?? '',
    certType: CERT_TYPES.find((type) => type === kyc?.certType) ?? '1',
    fullName: kyc?.fullName ?? '',
    certNo: kyc?.certNo ?? '',
    imgFront: '',
    imgBack: '',
    have: { imgFront: kyc?.imgFront === 1, imgBack: kyc?.imgBack === 1 },
    consent: false,
  };
}

/** The form with what the exchange has of a user: its checks, its submission, and its draft. */
function useKycForm(info: UserInfoAnswer) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const send = async (form: KycForm): Promise<void> => {
    // Also after an answer that was lost: it may be under review.
    await call('/user/kyc', kycRequest(form)).finally(reloadUser);
    showToast(t('app.submitted'), 'success');
    goOn(() => navigate({ to: '/pages/user/waitingReview', search: { type: 1 }, replace: true }));
  };
  const state = useForm(initialForm(info), kycFaults, send, { restored: { name: 'kyc', whenLeft: true } });
  const { reasons = {} } = info.userKyc ?? {};
  useTextsOnReload(state.form, state.change);
  return {
    ...state,
    /** Also what a reviewer has found wrong. */
    faultOf: (field: keyof KycForm): string | undefined => state.errorOf(field) ?? reasons[field],
    saveDraft: (): void => {
      call('/user/kyc', { ...kycDraft(state.form), draft: true }).then(
        () => showToast(t('kyc.draftKept'), 'success'),
        (cause: unknown) => showToast(errorText(cause, t), 'error'),
      );
    },
  };
}

function KycFormFields({ info, countries }: { info: UserInfoAnswer; countries: readonly Country[] }) {
  const { t } = useTranslation();
  const { form, change, onWork, working, errorOf, faultOf, refusal, busy, submit, saveDraft } = useKycForm(info);
  const types: Record<CertType, string> = { 1: t('kyc.idCard'), 2: t('kyc.licence'), 3: t('kyc.passport') };
  const picture = (field: 'imgFront' | 'imgBack', label: string): ReactNode => (
    <PictureField
      label={label}
      hint={form.have[field] && form[field] === '' ? t('kyc.havePicture') : t('kyc.pictureText')}
      value={form[field]}
      onValue={(image) => change({ [field]: image })}
      onWork={(work) => onWork(field, work)}
      error={faultOf(field)}
    />
  );
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {info.userKyc && <Refusal text={t('kyc.failedText')} />}
      <SelectField
        label={t('kyc.country')}
        value={form.country}
        onValue={(country) => change({ country })}
        error={faultOf('country')}
        placeholder={t('kyc.chooseCountry')}
        choices={countries.map(({ code, name }) => ({ key: code, label: name }))}
      />
      <Segmented
        label={t('kyc.certType')}
        value={form.certType}
        onChange={(certType) => change({ certType })}
        choices={CERT_TYPES.map((key) => ({ key, label: types[key] }))}
      />
      <TextField
        label={t('kyc.fullName')}
        autoComplete="name"
        maxLength={80}
        value={form.fullName}
        onValue={(fullName) => change({ fullName })}
        error={faultOf('fullName')}
        data-testid="full-name"
      />
      <TextField
        label={t('kyc.certNo')}
        autoComplete="off"
        dir="ltr"
        maxLength={40}
        value={form.certNo}
        onValue={(certNo) => change({ certNo })}
        error={faultOf('certNo')}
        data-testid="cert-no"
      />
      {picture('imgFront', t('kyc.front'))}
      {picture('imgBack', form.certType === '3' ? t('kyc.backPassport') : t('kyc.back'))}
      <Checkbox checked={form.consent} onChecked={(consent) => change({ consent })} testId="consent">
        {t('kyc.consent')}
      </Checkbox>
      <Refusal text={errorOf('consent')} />
      <Refusal text={refusal} />
      <Working busy={busy} label={t('kyc.submit')}>
        <Button type="submit" kind="primary" wide busy={busy} data-testid="submit">
          {t('kyc.submit')}
        </Button>
      </Working>
      <Button wide busy={working} onClick={saveDraft}>
        {t('kyc.keepDraft')}
      </Button>
    </form>
  );
}
