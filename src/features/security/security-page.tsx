// Account security: level, protections in place, and links to missing ones.
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
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
import { SECURITY_LEVELS, securityLevel } from './security-level.ts';
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
  const google = info.hasGoogleAuth === 1;
  const status = info.userKyc?.status;
  const level = securityLevel({ google, kyc: status === 1, phrase: phrase !== '' });
  const kycFact = t(
    status === 1 ? 'kyc.passed' : status === 0 ? 'kyc.review' : status === 2 ? 'kyc.failed' : 'kyc.none',
  );
  return (
    <>
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
      <div className="list">
        <ProtectionRow done title={t('safe.mail')} text={info.user.email} />
        <Link className={styles.item} data-done="" to="/pages/user/modifyPassword">
          <ProtectionText done title={t('safe.password')} text={t('safe.passwordText')} fact={t('safe.change')} />
        </Link>
        <Link
          className={styles.item}
          data-done={google ? '' : undefined}
          to={google ? '/pages/user/resetGoogle' : '/pages/user/google'}
        >
          <ProtectionText
            done={google}
            title={t('menu.google')}
            text={t('safe.googleText')}
            fact={t(google ? 'menu.bound' : 'menu.unbound')}
          />
        </Link>
        <Link
          className={styles.item}
          data-done={status === 1 ? '' : undefined}
          to={status === 0 ? '/pages/user/waitingReview' : '/pages/user/kyc'}
          {...(status === 0 && { search: { type: 1 } })}
        >
          <ProtectionText done={status === 1} title={t('menu.kyc')} text={t('safe.kycText')} fact={kycFact} />
        </Link>
        <button
          type="button"
          className={styles.item}
          data-done={phrase === '' ? undefined : ''}
          onClick={() => setPhraseSheetOpen(true)}
          data-testid="anti-phish"
        >
          <ProtectionText
            done={phrase !== ''}
            title={t('safe.phrase')}
            text={t('safe.phraseText')}
            fact={phrase === '' ? t('safe.notSet') : phrase}
          />
        </button>
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
