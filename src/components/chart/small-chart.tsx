// A small chart without indicators, with the user's orders, positions and alerts as lines.
import { intervalName } from '../../../core/units/bar-interval.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import { LIVE_INTERVAL } from '../../../core/units/time.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { FreshZone } from '../market/feed-status.tsx';
import { ChartTrading } from '../order-lines/chart-trading.tsx';
import type { ChartController } from './chart-controller.ts';
import styles from './chart-fold.module.css';
import { useChartStyle } from './chart-style.ts';
import { useCanvasLabel, useChartController } from './use-chart-controller.ts';

const NO_INDICATORS: readonly IndicatorSpec[] = [];

export interface SmallChartProps {
  instrument: Instrument;
  /** The user chose to trade at a tapped price. */
  onTrade: (side: Side, priceTicks: PriceTicks) => void;
}

export function SmallChart({ instrument, onTrade }: SmallChartProps) {
  const { t } = useTranslation();
  const interval = useSignalValue(stored('fxproInterval'));
  const { controller, host, mount } = useChartController({ instrument, interval, indicators: NO_INDICATORS });
  const name = t('kline.chartOf', { pair: instrument.info.pair, interval: intervalName(interval) });
  useCanvasLabel(host, name);
  useChartStyle(controller, `${instrument.info.id} ${interval}`);
  return (
    <>
      <div ref={mount} className="chart-place" data-testid="chart" />
      {controller && (
        <>
          <div className={styles.age}>
            <FreshZone freshness={controller.freshness}>{null}</FreshZone>
          </div>
          <ChartState controller={controller} live={interval === LIVE_INTERVAL} />
          <ChartTrading port={controller} instrument={instrument} onTrade={onTrade} />
        </>
      )}
    </>
  );
}

/** `live`: the interval has no history. */
function ChartState({ controller, live }: { controller: ChartController; live: boolean }) {
  const { t } = useTranslation();
  const phase = useSignalValue(controller.phase);
  if (phase === 'ready') return null;
  return (
    <div className={styles.state} data-phase={phase} role={phase === 'failed' ? 'alert' : undefined}>
      {phase === 'loading' && <Skeleton width="100%" height="100%" />}
      {phase === 'empty' && t(live ? 'kline.liveOnlyTitle' : 'kline.noCandles')}
      {phase === 'failed' && (
        <>
          {t('kline.chartFailed')}
          <Button small onClick={() => controller.retry()}>
            {t('app.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
