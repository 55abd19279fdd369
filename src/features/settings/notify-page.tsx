// What may call: kinds of notices, sounds, and the system's own notifications with how to allow them.
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageBar } from '../../cells/page-bar.tsx';
import { NOTICE_KINDS, muteKind, mutedKinds, playSound, sounds, systemNotices } from '../../state/notice-voice.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Rows, SwitchRow } from './rows.tsx';
import styles from './settings.module.css';

type Permission = NotificationPermission | 'none';
/** What the browser says of notifications; `none` where it has no such thing. */
const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'none' : Notification.permission);

export function NotifyPage() {
  const { t } = useTranslation();
  const muted = useSignalValue(mutedKinds);
  const loud = useSignalValue(sounds) === '1';
  return (
    <>
      <PageBar title={t('title.notify')} />
      <main className={styles.page}>
        <Rows title={t('hub.kinds')}>
          {NOTICE_KINDS.map((kind) => (
            <SwitchRow key={kind} label={t(`hub.kind.${kind}`)} note={t(`hub.kindText.${kind}`)} on={!muted.includes(kind)} onChange={(on) => muteKind(kind, !on)} />
          ))}
        </Rows>
        <p className={styles.note}>{t('hub.kindsText')}</p>
        <Rows title={t('hub.sounds')}>
          <SwitchRow
            label={t('hub.sound')}
            on={loud}
            onChange={(on) => {
              sounds.value = on ? '1' : '0';
              // One hears what one has switched on.
              if (on) playSound('order');
            }}
          />
        </Rows>
        <SystemNotices />
      </main>
    </>
  );
}

function SystemNotices() {
  const { t } = useTranslation();
  const wanted = useSignalValue(systemNotices) === '1';
  const [permission, setPermission] = useState(permissionNow);
  const change = (on: boolean): void => {
    if (!on || permission === 'granted') {
      systemNotices.value = on ? '1' : '0';
      return;
    }
    void Notification.requestPermission().then((answer) => {
      setPermission(answer);
      if (answer === 'granted') systemNotices.value = '1';
    });
  };
  const closed = permission === 'denied' || permission === 'none';
  return (
    <>
      <Rows title={t('hub.system')}>
        <SwitchRow label={t('hub.systemNotices')} note={t(`hub.permission.${permission}`)} on={wanted && permission === 'granted'} disabled={closed} onChange={change} />
      </Rows>
      {permission === 'denied' && (
        <ol className={styles.steps}>
          <li>{t('hub.allow1')}</li>
          <li>{t('hub.allow2')}</li>
          <li>{t('hub.allow3')}</li>
        </ol>
      )}
    </>
  );
}
