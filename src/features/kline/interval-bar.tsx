// The bar of candle intervals: the common ones in reach, all of them in a sheet.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INTERVALS, type Interval } from '../../../contract/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './kline.module.css';

const COMMON: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];

export interface IntervalBarProps {
  value: Interval;
  onChange: (interval: Interval) => void;
}

export function IntervalBar({ value, onChange }: IntervalBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const hidden = !COMMON.includes(value);
  const choose = (interval: Interval): void => {
    setOpen(false);
    onChange(interval);
  };
  return (
    <div className={styles.intervals} role="group" aria-label={t('kline.intervals')}>
      {COMMON.map((interval) => <Choice key={interval} interval={interval} value={value} onChoose={choose} />)}
      <button type="button" className={styles.interval} aria-pressed={hidden} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {hidden ? value : t('kline.more')}<Icon name="down" size={14} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('kline.moreTitle')} closeLabel={t('app.close')}>
        <div className={styles.allIntervals}>
          {INTERVALS.map((interval) => <Choice key={interval} interval={interval} value={value} onChoose={choose} />)}
        </div>
      </Sheet>
    </div>
  );
}

function Choice({ interval, value, onChoose }: { interval: Interval; value: Interval; onChoose: (interval: Interval) => void }) {
  return (
    <button type="button" className={`num ${styles.interval}`} aria-pressed={interval === value} onClick={() => onChoose(interval)}>
      {interval}
    </button>
  );
}
