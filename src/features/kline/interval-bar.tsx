// The bar of candle intervals: the line, common intervals as buttons, all of them in a sheet.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type ChartInterval, LIVE_INTERVAL, TIME_INTERVALS, intervalName } from '../../../core/units/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { updateChartStyle, type UserChartStyle, userChartStyle } from '../../components/chart/chart-style.ts';
import styles from './kline.module.css';

const COMMON: readonly ChartInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];

export interface IntervalBarProps {
  value: ChartInterval;
  onChange: (interval: ChartInterval) => void;
}

export function IntervalBar({ value, onChange }: IntervalBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const hidden = !COMMON.includes(value);
  const choose = (interval: ChartInterval): void => {
    setOpen(false);
    onChange(interval);
  };
  return (
    <div className={styles.intervals} role="group" aria-label={t('kline.intervals')}>
      <LineToggle />
      {COMMON.map((interval) => (
        <IntervalButton key={interval} interval={interval} value={value} onChoose={choose} />
      ))}
      <button
        type="button"
        className={styles.interval}
        aria-pressed={hidden}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {hidden ? <IntervalName interval={value} /> : <span className={styles.moreName}>{t('kline.more')}</span>}
        <Icon name="down" size={14} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('kline.moreTitle')} closeLabel={t('app.close')}>
        <div className={styles.allIntervals}>
          {TIME_INTERVALS.map((interval) => (
            <IntervalButton key={interval} interval={interval} value={value} onChoose={choose} />
          ))}
        </div>
      </Sheet>
    </div>
  );
}

/** Shows closes as a line, and the candles again. */
function LineToggle() {
  const { t } = useTranslation();
  const { candles } = useSignalValue(userChartStyle);
  const [before, setBefore] = useState<UserChartStyle['candles']>('solid');
  const on = candles === 'line';
  const toggle = (): void => {
    setBefore(on ? before : candles);
    updateChartStyle({ candles: on ? before : 'line' });
  };
  return (
    <button type="button" className={styles.interval} aria-pressed={on} onClick={toggle}>
      {t('style.line')}
    </button>
  );
}

function IntervalButton({
  interval,
  value,
  onChoose,
}: {
  interval: ChartInterval;
  value: ChartInterval;
  onChoose: (interval: ChartInterval) => void;
}) {
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

/** An interval's name, with a note on the one without history. */
function IntervalName({ interval }: { interval: ChartInterval }) {
  const { t } = useTranslation();
  if (interval !== LIVE_INTERVAL) return intervalName(interval);
  return (
    <>
      {interval} <small className={styles.liveOnly}>{t('kline.liveOnly')}</small>
    </>
  );
}
