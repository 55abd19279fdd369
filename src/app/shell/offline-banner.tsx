// Banner while the device is offline or the market is a repeatable simulation.
// Offline, it shows the time of the data.
import { useTranslation } from '../../locales/use-translation.ts';
import { clockText } from '../../lib/date-format.ts';
import { connection } from '../../stores/market/connection.ts';
import { offlineSince } from '../../stores/device/online.ts';
import { isRepeatable } from '../../stores/market/exchange-mode.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './offline-banner.module.css';

export function OfflineBanner() {
  const { t } = useTranslation();
  const since = useSignalValue(offlineSince);
  const repeatable = useSignalValue(isRepeatable);
  if (since === null)
    return repeatable ? (
      <p className={styles.banner} role="status">
        <Icon name="warning" size={18} />
        {t('app.repeatable')}
      </p>
    ) : null;
  return (
    <p className={styles.banner} role="status">
      <Icon name="warning" size={18} />
      {t('app.offline', { time: clockText(connection.lastMessageMs.peek() || since) })}
    </p>
  );
}
