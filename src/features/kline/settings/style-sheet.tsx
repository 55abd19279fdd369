// The sheet of how the chart looks: kind of candles, price axis, time zone; each choice shows at once.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { serverNow } from '../../../stores/market/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Segmented } from '../../../ui/tabs.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { changeLook, look, resetLook } from '../chart/chart-style.ts';
import { KindIcon } from './kind-icon.tsx';
import styles from './settings.module.css';
import { UTC, ZONES, offsetText } from './time-zones.ts';

const KINDS = ['solid', 'hollow', 'ohlc', 'line', 'area', 'heikin-ashi'] as const;
const AXES = ['linear', 'log', 'percent'] as const;
const SWITCHES = ['autoScale', 'inverted', 'magnet'] as const;

export function StyleSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const now = useSignalValue(look);
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.settings')} closeLabel={t('app.close')}>
      <h3 className={styles.label}>{t('style.candles')}</h3>
      <div className={styles.kinds} role="radiogroup" aria-label={t('style.candles')}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            role="radio"
            aria-checked={kind === now.candles}
            className={styles.kind}
            onClick={() => changeLook({ candles: kind })}
          >
            <KindIcon kind={kind} />
            {t(`style.${kind}`)}
          </button>
        ))}
      </div>
      <h3 className={styles.label}>{t('style.axis')}</h3>
      <Segmented
        label={t('style.axis')}
        value={now.axis}
        onChange={(axis) => changeLook({ axis })}
        choices={AXES.map((key) => ({ key, label: t(`style.${key}`) }))}
      />
      <ul className={`${styles.list} ${styles.switches}`}>
        {SWITCHES.map((name) => (
          <li key={name} className={styles.row}>
            <span className={styles.switchName}>{t(`style.${name}`)}</span>
            <Switch label={t(`style.${name}`)} on={now[name]} onChange={(on) => changeLook({ [name]: on })} />
          </li>
        ))}
      </ul>
      <ZoneChoice zone={now.timeZone} />
      <Button wide onClick={resetLook}>
        {t('style.reset')}
      </Button>
    </Sheet>
  );
}

function ZoneChoice({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const [atMs] = useState(serverNow);
  return (
    <label className={styles.zone}>
      <span>{t('style.timeZone')}</span>
      <select value={zone} onChange={(event) => changeLook({ timeZone: event.currentTarget.value })}>
        <option value="">{t('style.deviceZone', { offset: offsetText('', atMs) })}</option>
        <option value={UTC}>{UTC}</option>
        {ZONES.map((name) => (
          <option key={name} value={name}>
            {t(`zone.${name}`)} ({offsetText(name, atMs)})
          </option>
        ))}
      </select>
    </label>
  );
}
