// Says so while the device is offline, with the time of what is shown.
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '../i18n/format.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './offline-banner.module.css';

export function OfflineBanner() {
  const { t } = useTranslation();
  const since = useRef(0);
  const subscribe = useCallback((changed: () => void) => {
    const note = (): void => {
      since.current = Date.now();
      changed();
    };
    window.addEventListener('online', note);
    window.addEventListener('offline', note);
    return () => {
      window.removeEventListener('online', note);
      window.removeEventListener('offline', note);
    };
  }, []);
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <p className={styles.banner} role="status">
      <Icon name="warning" size={18} />
      {t('app.offline', { time: clockText(since.current || Date.now()) })}
    </p>
  );
}
