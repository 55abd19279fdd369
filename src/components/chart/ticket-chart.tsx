// The live chart of a market above its order form; its code is loaded after the form is on the screen.
import { useState } from 'react';
import { CHART_INTERVALS, type ChartInterval } from '../../../core/units/time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { lazyBlock } from '../common/lazy-component.tsx';
import { ChartFold } from './chart-fold.tsx';
import styles from './chart-fold.module.css';
import type { SmallChartProps } from './small-chart.tsx';

/** Low enough to leave the form on the screen of a phone, high enough for the user's lines. */
const HEIGHT = '160px';
/** A lower screen shows the form alone at first. Read once: a keyboard on the screen folds nothing. */
const ROOMY_PX = 740;
const interval = stored('fxproInterval');
const choice = stored('fxproTicketChart');

const SmallChart = lazyBlock(
  () => import('./small-chart.tsx'),
  ({ SmallChart: part }) => part,
  null,
  undefined,
  ['chart', 'contracts', 'market', 'refusals'],
);

export function TicketChart(props: SmallChartProps) {
  const [roomy] = useState(() => window.innerHeight >= ROOMY_PX);
  const chosen = useSignalValue(choice);
  const open = chosen === 'auto' ? roomy : chosen === '1';
  const toggle = (): void => {
    choice.value = open ? '0' : '1';
  };
  return (
    <ChartFold open={open} onToggle={toggle} height={HEIGHT} controls={<IntervalSelect />}>
      <SmallChart {...props} />
    </ChartFold>
  );
}

function IntervalSelect() {
  const { t } = useTranslation();
  return (
    <select
      className={styles.interval}
      value={useSignalValue(interval)}
      aria-label={t('kline.intervals')}
      onChange={(event) => {
        interval.value = event.currentTarget.value as ChartInterval;
      }}
    >
      {CHART_INTERVALS.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}
