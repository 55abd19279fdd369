// A market that is to end, or has ended: when, and what then becomes of what is open.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { dateTimeText } from '../i18n/format.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { serverNow } from '../state/link.ts';
import styles from './cells.module.css';
import { useMoment } from './use-moment.ts';

export function EndNotice({ info: { delistTime, contractEnable } }: { info: CoinInfo }) {
  const { t } = useTranslation();
  useMoment(delistTime ?? null);
  if (delistTime === undefined) return null;
  const time = dateTimeText(delistTime);
  const text = serverNow() >= delistTime ? t('trade.ended', { time }) : t(contractEnable === 1 ? 'trade.contractsEnd' : 'trade.spotEnds', { time });
  return <p className={styles.end} role="note" data-testid="end-notice">{text}</p>;
}
