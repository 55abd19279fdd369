// Number of charts, and what links them; part of the sheet of panels.
import { useTranslation } from '../../../locales/use-translation.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Segmented } from '../../../ui/tabs.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { CHART_COUNTS, LINKS, changeCharts, chartCells, toggleLink } from '../chart-cells.ts';
import styles from '../terminal.module.css';

export function ChartMenu() {
  const { t } = useTranslation();
  const { count, links } = useSignalValue(chartCells);
  return (
    <>
      <p className={styles.choice}>{t('terminal.charts')}</p>
      <Segmented
        label={t('terminal.charts')}
        value={String(count)}
        onChange={(next) => changeCharts({ count: CHART_COUNTS.find((each) => String(each) === next) ?? 1 })}
        choices={CHART_COUNTS.map((each) => ({ key: String(each), label: String(each) }))}
      />
      {count > 1 &&
        LINKS.map((part) => (
          <p key={part} className={styles.choice}>
            <span>{t(`terminal.link.${part}`)}</span>
            <Switch
              label={t(`terminal.link.${part}`)}
              on={links.includes(part)}
              onChange={(on) => toggleLink(part, on)}
            />
          </p>
        ))}
    </>
  );
}
