// The bar of indicator toggles below the chart, main indicators first.
import type { IndicatorPane } from '../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { useCommand } from '../../components/common/commands.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { INDICATORS_OF } from './selected-indicators.ts';
import styles from './kline.module.css';
import { useIndicatorSheet } from './lazy-sheet.tsx';
import { useSelectedIndicators, useToggleIndicator } from './use-indicators.ts';

export function IndicatorBar() {
  const { t } = useTranslation();
  const indicatorSheet = useIndicatorSheet();
  useCommand('indicators', indicatorSheet.show);
  return (
    <div className={styles.indicators}>
      <div className={styles.toggles} role="group" aria-label={t('kline.indicators')}>
        <IndicatorToggles pane="main" />
        <span className={styles.separator} aria-hidden="true" />
        <IndicatorToggles pane="sub" />
      </div>
      <IconButton label={t('chart.editIndicators')} aria-haspopup="dialog" onClick={() => indicatorSheet.show()}>
        <Icon name="sliders" size={20} />
      </IconButton>
      {indicatorSheet.sheet}
    </div>
  );
}

function IndicatorToggles({ pane }: { pane: IndicatorPane }) {
  const { t } = useTranslation();
  const chosen = useSelectedIndicators(pane);
  const toggle = useToggleIndicator(pane);
  return INDICATORS_OF[pane].map((name) => (
    <button
      key={name}
      type="button"
      className={`num ${styles.indicator}`}
      aria-label={t(`kline.${pane}`, { name })}
      aria-pressed={chosen.some((one) => one.name === name)}
      onClick={() => toggle(name)}
    >
      {name}
    </button>
  ));
}
