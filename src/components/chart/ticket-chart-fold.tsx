// The chart above an order form with what folds it and selects its interval.
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { Select } from '../../ui/fields/select.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { lazyBlock } from '../common/lazy-component.tsx';
import { ChartFold, type ChartFoldProps } from './chart-fold.tsx';
import styles from './chart-fold.module.css';
import { IntervalOptions } from './interval-options.tsx';
import type { SmallChartProps } from './small-chart.tsx';

const interval = stored('fxproInterval');

const SmallChart = lazyBlock(
  () => import('./small-chart.tsx'),
  ({ SmallChart: part }) => part,
  null,
  { texts: ['chart', 'contracts', 'market', 'refusals'] },
);

export interface TicketChartFoldProps extends SmallChartProps, Pick<ChartFoldProps, 'open' | 'onToggle' | 'height'> {}

export function TicketChartFold({ open, onToggle, height, ...chart }: TicketChartFoldProps) {
  return (
    <ChartFold open={open} onToggle={onToggle} height={height} controls={<IntervalSelect />}>
      <SmallChart {...chart} />
    </ChartFold>
  );
}

function IntervalSelect() {
  const { t } = useTranslation();
  const value = useSignalValue(interval);
  return (
    <Select
      className={styles.interval}
      value={value}
      aria-label={t('kline.intervals')}
      onChoose={(chosen) => {
        interval.value = chosen;
      }}
    >
      <IntervalOptions value={value} />
    </Select>
  );
}
