// The bar of indicators below the chart: each a tap on and off, those on the candles first.
import { useTranslation } from '../../locales/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { INDICATORS_OF, type IndicatorPlace } from './chosen-indicators.ts';
import styles from './kline.module.css';
import { useIndicatorSheet } from './lazy-sheet.tsx';
import { useChosen, useToggle } from './use-indicators.ts';

export function IndicatorBar() {
  const { t } = useTranslation();
  const all = useIndicatorSheet();
  return (
    <div className={styles.indicators}>
      <div className={styles.toggles} role="group" aria-label={t('kline.indicators')}>
        <Toggles place="main" />
        <span className={styles.stroke} aria-hidden="true" />
        <Toggles place="sub" />
      </div>
      <IconButton label={t('chart.editIndicators')} aria-haspopup="dialog" onClick={all.show}>
        <Icon name="sliders" size={20} />
      </IconButton>
      {all.sheet}
    </div>
  );
}

function Toggles({ place }: { place: IndicatorPlace }) {
  const { t } = useTranslation();
  const chosen = useChosen(place);
  const toggle = useToggle(place);
  return INDICATORS_OF[place].map((name) => (
    <button
      key={name}
      type="button"
      className={`num ${styles.indicator}`}
      aria-label={t(`kline.${place}`, { name })}
      aria-pressed={chosen.some((one) => one.name === name)}
      onClick={() => toggle(name)}
    >
      {name}
    </button>
  ));
}
