// The bar of indicators below the chart: one on the candles, one in its own pane, each a tap on and off.
import { useTranslation } from 'react-i18next';
import { stored } from '../../state/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { MAIN_INDICATORS, SUB_INDICATORS } from './indicators.ts';
import styles from './kline.module.css';

/** The indicators that are on, main first. */
export function useIndicators(): string[] {
  const main = useSignalValue(stored('mainInd'));
  const sub = useSignalValue(stored('subInd'));
  return [main, sub].filter((name) => name !== '');
}

export function IndicatorBar() {
  const { t } = useTranslation();
  return (
    <div className={styles.indicators} role="group" aria-label={t('kline.indicators')}>
      <Toggles item="mainInd" names={MAIN_INDICATORS} label={(name) => t('kline.main', { name })} />
      <span className={styles.stroke} aria-hidden="true" />
      <Toggles item="subInd" names={SUB_INDICATORS} label={(name) => t('kline.sub', { name })} />
    </div>
  );
}

function Toggles({ item, names, label }: { item: 'mainInd' | 'subInd'; names: readonly string[]; label: (name: string) => string }) {
  const kept = stored(item);
  const on = useSignalValue(kept);
  return names.map((name) => (
    <button
      key={name}
      type="button"
      className={`num ${styles.indicator}`}
      aria-label={label(name)}
      aria-pressed={on === name}
      onClick={() => {
        kept.value = on === name ? '' : name;
      }}
    >
      {name}
    </button>
  ));
}
