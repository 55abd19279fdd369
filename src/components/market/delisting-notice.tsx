// Notice of a delisting: when it happens or happened, and what becomes of open orders and positions.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { serverNow } from '../../stores/market/connection.ts';
import styles from './market-cells.module.css';
import { useRerenderAt } from '../../hooks/use-rerender-at.ts';

export function DelistingNotice({ info: { delistTime, contractEnable } }: { info: CoinInfo }) {
  const { t } = useTranslation();
  useRerenderAt(delistTime ?? null);
  if (delistTime === undefined) return null;
  const time = dateTimeText(delistTime);
  const text =
    serverNow() >= delistTime
      ? t('trade.ended', { time })
      : t(contractEnable === 1 ? 'trade.contractsEnd' : 'trade.spotEnds', { time });
  return (
    <p className={`warned ${styles.end}`} role="note" data-testid="end-notice">
      {text}
    </p>
  );
}
