// Account security: level, protections in place, and links to missing ones.
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import { call } from '../../api/call.ts';
import { kycText } from '../../components/account/kyc-text.ts';
import { FailedCard, LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { isLoggedIn, refreshUser, userInfo } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { SECURITY_LEVELS, type SecurityLevel, securityLevel } from './security-level.ts';
import styles from './security.module.css';

const PATH = '/pages/user/security';
/** Longest anti-phishing phrase, in characters (docs/api.md 4). */
const MAX_CHARACTERS = 20;

export function SecurityPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.security')} />
      <main className="column">
        {loggedIn ? (
          <Checklist />
        ) : (
          <LoginCard
            text={t('safe.advice.low')}
            back={PATH}
            example={[
              [t('safe.level'), t('safe.level.medium')],
              [t('safe.password'), t('safe.passwordText')],
              [t('menu.google'), t('safe.googleText')],
            ]}
          />
        )}
      </main>
    </>
  );
}

function Checklist() {
  const { t } = useTranslation();
  const info = useSignalValue(userInfo);
  const [phraseSheetOpen, setPhraseSheetOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    refreshUser().catch(setFailure);
  }, []);
  const retry = (): void => {
    setFailure(null);
    refreshUser().catch(setFailure);
  };
  if (info === null)
    return failure === null ? <SkeletonRows rows={6} /> : <FailedCard failure={failure} onRetry={retry} />;
  const phrase = String(info.user['antiPhish'] ?? '');
  const level = securityLevel({
    google: info.hasGoogleAuth === 1,
    kyc: info.userKyc?.status === KYC_STATUS.passed,
    phrase: phrase !== '',
  });
  return (
    <>
      <LevelCard level={level} />
      <div className="list">
        <ProtectionRow done title={t('safe.mail')} text={info.user.email} />
        <Link className={styles.item} data-done="" to="/pages/user/modifyPassword">
          <ProtectionText done title={t('safe.password')} text={t('safe.passwordText')} fact={t('safe.change')} />
        </Link>
        <GoogleRow bound={info.hasGoogleAuth === 1} />
        <IdentityRow status={info.userKyc?.status} />
        <PhraseRow phrase={phrase} onClick={() => setPhraseSheetOpen(true)} />
        <Link className={styles.item} data-done="" to="/pages/user/session">
          <ProtectionText done title={t('title.sessions')} text={t('safe.sessionsText')} />
        </Link>
      </div>
      <Sheet
        open={phraseSheetOpen}
        onClose={() => setPhraseSheetOpen(false)}
        title={t('safe.phrase')}
        closeLabel={t('app.close')}
      >
        <PhraseForm before={phrase} onDone={() => setPhraseSheetOpen(false)} />
      </Sheet>
    </>
  );
}

function LevelCard({ level }: { level: SecurityLevel }) {
  const { t } = useTranslation();
  return (
    <section className={styles.level} data-level={level} data-testid="security-level">
      <div className={styles.levelHead}>
        <h2>{t('safe.level')}</h2>
        <b>{t(`safe.level.${level}`)}</b>
      </div>
      <div className={styles.bars} aria-hidden="true">
        {SECURITY_LEVELS.map((step, at) => (
          <span key={step} data-on={at <= SECURITY_LEVELS.indexOf(level) ? '' : undefined} />
        ))}
      </div>
      <p className="hint">{t(`safe.advice.${level}`)}</p>
    </section>
  );
}

function GoogleRow({ bound }: { bound: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      className={styles.item}
      data-done={bound ? '' : undefined}
      to={bound ? '/pages/user/resetGoogle' : '/pages/user/google'}
    >
      <ProtectionText
        done={bound}
        title={t('menu.google')}
        text={t('safe.googleText')}
        fact={t(bound ? 'menu.bound' : 'menu.unbound')}
      />
    </Link>
  );
}

/** `status` of the review; undefined: nothing was handed in. */
function IdentityRow({ status }: { status: number | undefined }) {
  const { t } = useTranslation();
  const done = status === KYC_STATUS.passed;
  const inReview = status === KYC_STATUS.review;
  return (
    <Link
      className={styles.item}
      data-done={done ? '' : undefined}
      to={inReview ? '/pages/user/waitingReview' : '/pages/user/kyc'}
      {...(inReview && { search: { type: 1 } })}
    >
      <ProtectionText done={done} title={t('menu.kyc')} text={t('safe.kycText')} fact={kycText(status, t)} />
    </Link>
  );
}

function PhraseRow({ phrase, onClick }: { phrase: string; onClick: () => void }) {
  const { t } = useTranslation();
  const done = phrase !== '';
  return (
    <button
      type="button"
      className={styles.item}
      data-done={done ? '' : undefined}
      onClick={onClick}
      data-testid="anti-phish"
    >
      <ProtectionText
        done={done}
        title={t('safe.phrase')}
        text={t('safe.phraseText')}
        fact={done ? phrase : t('safe.notSet')}
      />
    </button>
  );
}

interface ProtectionProps {
  done?: boolean | undefined;
  title: string;
  text: string;
  fact?: ReactNode;
}

function ProtectionText({ done, title, text, fact }: ProtectionProps) {
  return (
    <>
      <span className={styles.mark}>
        <Icon name={done ? 'check' : 'warning'} size={20} />
      </span>
      <span className={styles.names}>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      {fact !== undefined && <span className={styles.fact}>{fact}</span>}
    </>
  );
}

function ProtectionRow({ done, title, text }: ProtectionProps) {
  return (
    <div className={styles.item} data-done={done ? '' : undefined}>
      <ProtectionText done={done} title={title} text={text} />
    </div>
  );
}

function PhraseForm({ before, onDone }: { before: string; onDone: () => void }) {
  const { t } = useTranslation();
  const [phrase, setPhrase] = useState(before);
  const [busy, setBusy] = useState(false);
  const save = (next: string): void => {
    setBusy(true);
    call('/user/info', { antiPhish: next })
      .then(refreshUser)
      .then(() => {
        showToast(t('app.submitted'), 'success');
        onDone();
      })
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'))
      .finally(() => setBusy(false));
  };
  const wanted = phrase.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save(wanted);
      }}
    >
      <p className="hint">{t('safe.phraseLong')}</p>
      <TextField
        label={t('safe.phraseField')}
        value={phrase}
        onValue={setPhrase}
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        data-testid="phrase"
      />
      <Button type="submit" kind="primary" wide busy={busy} disabled={wanted === ''} data-testid="phrase-save">
        {t(wanted === '' ? 'safe.needPhrase' : 'safe.save')}
      </Button>
      {before !== '' && (
        <Button wide kind="ghost" busy={busy} onClick={() => save('')}>
          {t('safe.takeAway')}
        </Button>
      )}
    </form>
  );
}
