// The sheet of chart settings: candle type, price axis, time zone. Each choice applies at once.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { serverNow } from '../../../stores/market/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Segmented } from '../../../ui/tabs.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { updateChartStyle, userChartStyle, resetChartStyle } from '../../../components/chart/chart-style.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { UTC, TIME_ZONES, utcOffsetText } from '../../../lib/time-zones.ts';
import { CandleTypeIcon } from './candle-type-icon.tsx';
import styles from './settings.module.css';

const CANDLE_TYPES = ['solid', 'hollow', 'ohlc', 'line', 'area', 'heikin-ashi'] as const;
const AXES = ['linear', 'log', 'percent'] as const;
const SWITCHES = ['autoScale', 'inverted', 'magnet'] as const;

export interface ChartStyleSheetProps {
  open: boolean;
  onClose: () => void;
  /** Opens the sounds of the chart. */
  onListen: () => void;
}

export function ChartStyleSheet({ open, onClose, onListen }: ChartStyleSheetProps) {
  const { t } = useTranslation();
  const now = useSignalValue(userChartStyle);
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.settings')} closeLabel={t('app.close')}>
      <h3 className={styles.label}>{t('style.candles')}</h3>
      <div className={styles.candleTypes} role="radiogroup" aria-label={t('style.candles')}>
        {CANDLE_TYPES.map((kind) => (
          <button
            key={kind}
            type="button"
            role="radio"
            aria-checked={kind === now.candles}
            className={styles.candleType}
            onClick={() => updateChartStyle({ candles: kind })}
          >
            <CandleTypeIcon kind={kind} />
            {t(`style.${kind}`)}
          </button>
        ))}
      </div>
      <h3 className={styles.label}>{t('style.axis')}</h3>
      <Segmented
        label={t('style.axis')}
        value={now.axis}
        onChange={(axis) => updateChartStyle({ axis })}
        choices={AXES.map((key) => ({ key, label: t(`style.${key}`) }))}
      />
      <ul className={`${styles.list} ${styles.switches}`}>
        {SWITCHES.map((name) => (
          <li key={name} className={styles.row}>
            <span className={styles.switchName}>{t(`style.${name}`)}</span>
            <Switch label={t(`style.${name}`)} on={now[name]} onChange={(on) => updateChartStyle({ [name]: on })} />
          </li>
        ))}
      </ul>
      <TimeZoneChoice zone={now.timeZone} />
      <Button
        wide
        onClick={() => {
          onClose();
          onListen();
        }}
      >
        {t('chart.listen')}
      </Button>
      <Button wide onClick={resetChartStyle}>
        {t('style.reset')}
      </Button>
    </Sheet>
  );
}

function TimeZoneChoice({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const [atMs] = useState(serverNow);
  return (
    <label className={styles.zone}>
      <span>{t('style.timeZone')}</span>
      <Select value={zone} onChoose={(timeZone) => updateChartStyle({ timeZone })}>
        <option value="">{t('style.deviceZone', { offset: utcOffsetText('', atMs) })}</option>
        <option value={UTC}>{UTC}</option>
        {TIME_ZONES.map((name) => (
          <option key={name} value={name}>
            {t(`zone.${name}`)} ({utcOffsetText(name, atMs)})
          </option>
        ))}
      </Select>
    </label>
  );
}
