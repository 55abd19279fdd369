// Notification settings: kinds of notices, sounds, system notifications and push.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { PushCard } from '../../components/account/push-card.tsx';
import { NOTICE_KINDS, muteKind, mutedKinds, systemNotices } from '../../stores/device/notifications.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import {
  SOUND_EVENTS,
  playNotes,
  silenceEvent,
  silentEvents,
  sounds,
  prefersReducedMotion,
} from '../../stores/device/sounds.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { LinkRow, SettingRows, SwitchRow } from './setting-rows.tsx';
import styles from './settings.module.css';

type Permission = NotificationPermission | 'none';
/** The browser's notification permission; `none` where it does not support notifications. */
const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'none' : Notification.permission);

export function NotificationsPage() {
  const { t } = useTranslation();
  const muted = useSignalValue(mutedKinds);
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.notify')} />
      <main className={styles.page}>
        <SettingRows title={t('hub.kinds')}>
          {NOTICE_KINDS.map((kind) => (
            <SwitchRow
              key={kind}
              label={t(`hub.kind.${kind}`)}
              note={t(`hub.kindText.${kind}`)}
              on={!muted.includes(kind)}
              onChange={(on) => muteKind(kind, !on)}
            />
          ))}
          <LinkRow to="/pages/alert/index" label={t('title.alert')} />
        </SettingRows>
        <p className="hint">
          {t('hub.kindsText')} {t('hub.perAlert')}
        </p>
        <SoundSettings />
        <SystemNotifications />
        {loggedIn && <PushCard />}
      </main>
    </>
  );
}

/** Switching a sound on plays it. */
function SoundSettings() {
  const { t } = useTranslation();
  const loud = useSignalValue(sounds) === '1';
  const silent = useSignalValue(silentEvents);
  const quiet = prefersReducedMotion();
  return (
    <>
      <SettingRows title={t('hub.sounds')}>
        <SwitchRow
          label={t('hub.sound')}
          note={quiet ? t('hub.quiet') : undefined}
          on={loud && !quiet}
          disabled={quiet}
          onChange={(on) => {
            sounds.value = on ? '1' : '0';
            if (on) playNotes('notice');
          }}
        />
        {loud &&
          !quiet &&
          SOUND_EVENTS.map((event) => (
            <SwitchRow
              key={event}
              label={t(`hub.soundOf.${event}`)}
              on={!silent.includes(event)}
              onChange={(on) => {
                silenceEvent(event, !on);
                if (on) playNotes(event);
              }}
            />
          ))}
      </SettingRows>
    </>
  );
}

function SystemNotifications() {
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
  const unavailable = permission === 'denied' || permission === 'none';
  return (
    <>
      <SettingRows title={t('hub.system')}>
        <SwitchRow
          label={t('hub.systemNotices')}
          note={t(`hub.permission.${permission}`)}
          on={wanted && permission === 'granted'}
          disabled={unavailable}
          onChange={change}
        />
      </SettingRows>
      {permission === 'denied' && (
        <ol className="steps">
          <li>{t('hub.allow1')}</li>
          <li>{t('hub.allow2')}</li>
          <li>{t('hub.allow3')}</li>
        </ol>
      )}
    </>
  );
}
