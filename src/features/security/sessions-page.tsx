// Open sessions of the account, with buttons that end one or all others.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { deviceName } from './device-name.ts';
import styles from './security.module.css';

type SessionLine = NonNullable<AnswerOf<'/user/info'>['sessions']>[number];
const PATH = '/pages/user/session';
/** Value of `endSession` for all sessions but this one. */
const OTHER_SESSIONS = 'others';

export function SessionsPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.sessions')} />
      <main className="column">
        {loggedIn ? (
          <Sessions />
        ) : (
          <LoginCard
            text={t('safe.sessionsLong')}
            back={PATH}
            example={[
              ['Chrome · Android', t('safe.here')],
              ['Safari · macOS', t('safe.lastSeen', { time: '2026-01-05 09:41:00' })],
            ]}
          />
        )}
      </main>
    </>
  );
}

function Sessions() {
  const { t } = useTranslation();
  const query = useQuery('/user/info', { sessions: 1 });
  const [ending, setEnding] = useState('');
  const [busy, setBusy] = useState(false);
  const end = (): void => {
    const endSession = ending;
    setEnding('');
    setBusy(true);
    call('/user/info', { endSession })
      .then(() => showToast(t('safe.ended'), 'success'))
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'))
      .finally(() => {
        setBusy(false);
        // Also after an answer that was lost: it may have ended.
        query.refetch();
      });
  };
  return (
    <>
      <p className="hint">{t('safe.sessionsLong')}</p>
      <QueryBlock query={query}>
        {({ sessions = [] }) => (
          <>
            <ul className="list">
              {sessions.map((line) => (
                <SessionRow key={line.id} line={line} busy={busy} onEnd={() => setEnding(line.id)} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button wide busy={busy} onClick={() => setEnding(OTHER_SESSIONS)} data-testid="end-others">
                {t('safe.endOthers')}
              </Button>
            )}
          </>
        )}
      </QueryBlock>
      <ConfirmSheet
        open={ending !== ''}
        title={t(ending === OTHER_SESSIONS ? 'safe.endOthersAsk' : 'safe.endAsk')}
        text={t('safe.endText')}
        confirmLabel={t('safe.end')}
        cancelLabel={t('app.cancel')}
        closeLabel={t('app.close')}
        onConfirm={end}
        onCancel={() => setEnding('')}
      />
    </>
  );
}

function SessionRow({ line, busy, onEnd }: { line: SessionLine; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation();
  const device = deviceName(line.agent) || t('safe.unknownDevice');
  return (
    <li className={styles.session} data-testid="session">
      <span className={styles.names}>
        <b>{device}</b>
        <small className="num">{line.ip}</small>
        <small>{t('safe.lastSeen', { time: dateTimeText(line.lastTime) })}</small>
        <small>{t('safe.since', { time: dateTimeText(line.createTime) })}</small>
      </span>
      {line.current === 1 ? (
        <span className={styles.here}>{t('safe.here')}</span>
      ) : (
        <Button small busy={busy} onClick={onEnd} aria-label={t('safe.endOf', { device })}>
          {t('safe.end')}
        </Button>
      )}
    </li>
  );
}
