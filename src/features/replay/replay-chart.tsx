// The candles of a recording, drawn by this thread.
import { effect } from '@preact/signals-react';
import { useEffect, useRef } from 'react';
import { type ChartMarket, DEFAULT_STYLE } from '../../../chart/api.ts';
import { chartIndicators } from '../../../chart/indicators/indicator-looks.ts';
import type { MainThreadChart } from '../../../chart/hosts/main-thread-chart.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Interval } from '../../../core/units/time.ts';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { readChartTheme } from '../../lib/chart-theme.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { CandleStore } from '../../stores/market/candle-columns.ts';
import { followTheme } from '../../components/chart/follow-theme.ts';
import type { ReplayController } from './replay-controller.ts';
import styles from './replay.module.css';

const importChart = importWithRetry(() => import('../../../chart/hosts/main-thread-chart.ts'));

const INDICATORS: IndicatorSpec[] = [{ name: 'MA', params: [5, 10, 30] }];

interface ReplayChartProps {
  controller: ReplayController;
  instrument: Instrument;
  interval: Interval;
}

export function ReplayChart({ controller, instrument, interval }: ReplayChartProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    let stop: (() => void) | null = null;
    let unmounted = false;
    void importChart().then(({ createChart }) => {
      if (!unmounted) stop = mount(current, createChart, { controller, instrument, interval });
    });
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [controller, instrument, interval]);
  return (
    <div
      ref={host}
      className={styles.chart}
      role="group"
      aria-label={t('replay.chart', { pair: instrument.info.pair, interval })}
      data-testid="replay-chart"
    />
  );
}

type CreateChart = typeof import('../../../chart/hosts/main-thread-chart.ts').createChart;

function mount(
  host: HTMLElement,
  createChart: CreateChart,
  { controller, instrument, interval }: ReplayChartProps,
): () => void {
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  host.replaceChildren(canvas);
  const clockOffsetMs = (): number => controller.status.value.atMs - Date.now();
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const options = {
    market: marketOf(instrument, interval),
    theme: readChartTheme(document.documentElement),
    style: DEFAULT_STYLE,
    clockOffsetMs: controller.status.peek().atMs - Date.now(),
    calm,
  };
  const chart = createChart(canvas, options, () => {});
  const close = controller.client.open(
    { kind: 'candles', coinInfoId: instrument.info.id, interval, indicators: INDICATORS },
    candleStoreFor(chart),
  );
  const fit = (): void => chart.resize(host.clientWidth, host.clientHeight, window.devicePixelRatio);
  const sizes = new ResizeObserver(fit);
  sizes.observe(host);
  fit();
  const stops = [effect(() => chart.setClockOffset(clockOffsetMs())), followTheme((theme) => chart.setTheme(theme))];
  return () => {
    close();
    sizes.disconnect();
    for (const stop of stops) stop();
    chart.dispose();
  };
}

/** A candle store that passes every change on to the chart. */
function candleStoreFor(chart: MainThreadChart): CandleStore {
  let drawn = false;
  const store = new CandleStore(
    ({ change, added, moved }) => {
      if (store.columns.length === 0) return;
      chart.setCandles(store.columns, drawn ? change : 'reset', added);
      const indicators = moved || !drawn ? chartIndicators(INDICATORS, store.lines) : null;
      if (indicators) chart.setIndicators(indicators);
      drawn = true;
    },
    (reason) => console.warn('replay candles failed', reason),
  );
  return store;
}

function marketOf({ info }: Instrument, interval: Interval): ChartMarket {
  return { symbol: info.pair, pricePrecision: info.pricePrecision, amountPrecision: info.amountPrecision, interval };
}
