// Progress of a review: identity, deposit or withdrawal.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { newestNotice } from '../../stores/account/notices.ts';
import { reloadUser } from '../../stores/account/reload-user.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './kyc.module.css';

/** Polling interval while the page is open; a notice refreshes at once. */
const POLL_INTERVAL_MS = 15_000;
const KINDS = { 1: 'kyc', 2: 'deposit', 3: 'withdraw' } as const;
const STEPS = ['submitted', 'review', 'result'] as const;

export function WaitingPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const { type = 1 } = useSearch({ from: '/pages/user/waitingReview' });
  const kind = KINDS[type as 1 | 2 | 3] ?? 'kyc';
  const status = useSignalValue(userInfo)?.userKyc?.status;
  const underReview = kind !== 'kyc' || status === KYC_STATUS.review;
  return (
    <>
      <PageHeader title={t(underReview ? 'title.waitingReview' : 'title.kyc')} />
      <main className="column">
        {!loggedIn && <LoginCard text={t('wait.meanwhile')} back={`/pages/user/waitingReview?type=${type}`} />}
        {loggedIn && (kind === 'kyc' ? <KycReview /> : <ReviewSteps at={1} text={t(`wait.${kind}`)} />)}
        {loggedIn && kind !== 'kyc' && (
          <Link className={styles.link} to={kind === 'deposit' ? '/pages/wallet/recharge' : '/pages/wallet/withdraw'}>
            {t('wait.list')}
          </Link>
        )}
      </main>
    </>
  );
}

function KycReview() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useSignalValue(userInfo)?.userKyc?.status;
  useEffect(() => {
    const refresh = (): void => void reloadUser();
    // Called at once and after every notice.
    const stop = newestNotice.subscribe(refresh);
    const timer = setInterval(refresh, POLL_INTERVAL_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  if (status === KYC_STATUS.passed)
    return (
      <>
        <ReviewSteps at={3} text={t('kyc.passed')} />
        <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/wallet/withdraw' })}>
          {t('title.withdraw')}
        </Button>
      </>
    );
  if (status === KYC_STATUS.failed)
    return (
      <>
        <ReviewSteps at={2} text={t('kyc.failedText')} />
        <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/user/kyc' })}>
          {t('kyc.again')}
        </Button>
      </>
    );
  if (status === undefined)
    return (
      <NoticeCard
        icon={<Icon name="user" size={32} />}
        title={t('kyc.none')}
        action={
          <Button kind="primary" onClick={() => void navigate({ to: '/pages/user/kyc' })}>
            {t('title.kyc')}
          </Button>
        }
      />
    );
  return <ReviewSteps at={1} text={t('wait.kyc')} />;
}

/** `at`: the current step of STEPS; their number when all are done. */
function ReviewSteps({ at, text }: { at: number; text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <ol className={styles.steps}>
        {STEPS.map((step, index) => (
          <li key={step} data-done={index < at ? '' : undefined} aria-current={index === at ? 'step' : undefined}>
            {t(`wait.${step}`)}
          </li>
        ))}
      </ol>
      <p className="hint" role="status">
        {text}
      </p>
      {at === 1 && <p className="hint">{t('wait.meanwhile')}</p>}
    </>
  );
}
