// The bar of candle intervals: the line, common intervals as buttons, all of them in a sheet.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type ChartInterval, TIME_INTERVALS, isBarInterval } from '../../../core/units/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { updateChartStyle, type UserChartStyle, userChartStyle } from '../../components/chart/chart-style.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { IntervalButton, IntervalName } from './interval-button.tsx';
import styles from './kline.module.css';

/** Loaded when it is first opened. */
const BarIntervals = lazyBlock(
  () => import('./bars/bar-intervals.tsx'),
  ({ BarIntervals: part }) => part,
  null,
  { texts: ['indicators', 'market'] },
);

const COMMON: readonly ChartInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];

export interface IntervalBarProps {
  instrument: Instrument;
  value: ChartInterval;
  onChange: (interval: ChartInterval) => void;
}

export function IntervalBar({ instrument, value, onChange }: IntervalBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [wantsBars, setWantsBars] = useState(isBarInterval(value));
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
        <Disclosure
          summary={t('kline.bars')}
          open={wantsBars}
          onToggle={(event) => setWantsBars(event.currentTarget.open)}
        >
          {wantsBars && <BarIntervals instrument={instrument} value={value} onChoose={choose} />}
        </Disclosure>
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
