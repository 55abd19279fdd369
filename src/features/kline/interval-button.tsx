// A button that chooses a chart interval, with a note on the one without history.
import { intervalName } from '../../../core/units/bar-interval.ts';
import { type ChartInterval, LIVE_INTERVAL } from '../../../core/units/time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import styles from './kline.module.css';

export interface IntervalButtonProps {
  interval: ChartInterval;
  value: ChartInterval;
  onChoose: (interval: ChartInterval) => void;
}

export function IntervalButton({ interval, value, onChoose }: IntervalButtonProps) {
  return (
    <button
      type="button"
      className={`num ${styles.interval}`}
      data-interval={interval}
      aria-pressed={interval === value}
      onClick={() => onChoose(interval)}
    >
      <IntervalName interval={interval} />
    </button>
  );
}

export function IntervalName({ interval }: { interval: ChartInterval }) {
  const { t } = useTranslation();
  if (interval !== LIVE_INTERVAL) return intervalName(interval);
  return (
    <>
      {interval} <small className={styles.liveOnly}>{t('kline.liveOnly')}</small>
    </>
  );
}
