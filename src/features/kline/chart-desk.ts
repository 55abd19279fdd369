// Chart and candles joined: one chart for as long as its host lives, one view of candles for each market and interval.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import type { Chart, ChartMarket } from '../../../chart/chart.ts';
import type { Instrument } from '../../../contract/instrument.ts';
import { INTERVAL_MS, type Interval, nextCandleStart } from '../../../contract/time.ts';
import { type OpenView, openView } from '../../api/view.ts';
import { type CandleStore, createCandles } from '../../state/candles.ts';
import { link, serverNow } from '../../state/link.ts';
import { lookVersion } from '../../state/theme.ts';
import { readChartTheme } from './chart-theme.ts';
import { chartIndicators, indicatorSpecs } from './indicators.ts';

/** loading: nothing to draw yet. empty: the market has no candles. failed: `failure` says why. */
type DeskPhase = 'loading' | 'ready' | 'empty' | 'failed';

export interface Shown {
  instrument: Instrument;
  interval: Interval;
  /** Names of indicators. */
  indicators: readonly string[];
}

export interface ChartDesk {
  phase: ReadonlySignal<DeskPhase>;
  failure: ReadonlySignal<string>;
  show(shown: Shown): void;
  /** Loads again what failed. */
  retry(): void;
  destroy(): void;
}

/** One open series of candles. */
interface Series { key: string; shown: Shown; store: CandleStore; view: OpenView; drawn: boolean }

/** Sets up a desk in `host`: its canvas, its chart when that is loaded, and whatever makes them change. */
export function createChartDesk(host: HTMLElement): ChartDesk {
  const phase = signal<DeskPhase>('loading');
  const failure = signal('');
  const canvas = document.createElement('canvas');
  host.append(canvas);
  let chart: Chart | null = null;
  let series: Series | null = null;
  let gone = false;
  // The chart may have put another canvas in the place of ours.
  const stops: (() => void)[] = [() => host.replaceChildren()];

  const draw = (current: Series): void => {
    if (!chart || current.store.columns.length === 0) return;
    chart.setMarket(marketOf(current.shown));
    chart.setCandles(current.store.columns, 'reset');
    chart.setIndicators(chartIndicators(current.shown.indicators, current.store.lines));
    current.drawn = true;
  };

  const open = (key: string, shown: Shown): Series => {
    phase.value = 'loading';
    const store = createCandles(({ change, added, moved }) => {
      if (!series || series.store !== store) return;
      phase.value = store.columns.length > 0 ? 'ready' : 'empty';
      if (!series.drawn || change === 'reset') return draw(series);
      chart?.setCandles(store.columns, change, added);
      if (moved) chart?.setIndicators(chartIndicators(series.shown.indicators, store.lines));
    }, fail);
    return { key, shown, store, view: openView(viewOf(shown), store), drawn: false };
  };

  const fail = (reason: string): void => {
    failure.value = reason;
    phase.value = 'failed';
  };

  const show = (shown: Shown): void => {
    const key = `${shown.instrument.info.id} ${shown.interval}`;
    if (series?.key === key) {
      series.shown = shown;
      series.view.change(viewOf(shown));
      return;
    }
    series?.view.close();
    series = open(key, shown);
  };

  const start = async (): Promise<void> => {
    const { createChart } = await import('../../../chart/engine.ts');
    const shown = series?.shown;
    if (gone || !shown) return;
    const made = createChart(canvas, {
      market: marketOf(shown),
      theme: readChartTheme(document.documentElement),
      now: serverNow,
      onNeedOlder: () => series?.store.hasMore && series.view.older(),
      onCrosshair: () => undefined,
    });
    if (gone) return made.destroy();
    chart = made;
    stops.push(...follow(made, host));
    if (series) draw(series);
  };

  return {
    phase, failure,
    show(shown) {
      const first = series === null;
      show(shown);
      if (first) start().catch((cause: unknown) => fail(String(cause)));
    },
    retry() {
      if (!series) return;
      const { shown } = series;
      series.view.close();
      series = open(series.key, shown);
      if (!chart) start().catch((cause: unknown) => fail(String(cause)));
    },
    destroy() {
      gone = true;
      series?.view.close();
      chart?.destroy();
      for (const stop of stops.reverse()) stop();
    },
  };
}

/** What a chart follows: the size of its host, the look of the page, the freshness of the feed, whether anybody looks. */
function follow(chart: Chart, host: HTMLElement): (() => void)[] {
  const fit = (): void => chart.resize(host.clientWidth, host.clientHeight, window.devicePixelRatio);
  const sizes = new ResizeObserver(fit);
  sizes.observe(host);
  const off = new AbortController();
  window.addEventListener('resize', fit, { signal: off.signal });
  const look = (): void => chart.setVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', look, { signal: off.signal });
  fit();
  return [
    () => sizes.disconnect(),
    () => off.abort(),
    effect(() => {
      if (lookVersion.value > 0) chart.setTheme(readChartTheme(document.documentElement));
    }),
    effect(() => chart.setStale(link.fresh.value !== 'live')),
  ];
}

function viewOf({ instrument, interval, indicators }: Shown): Parameters<typeof openView>[0] {
  return { kind: 'candles', coinInfoId: instrument.info.id, interval, indicators: indicatorSpecs(indicators) };
}

function marketOf({ instrument: { info }, interval }: Shown): ChartMarket {
  return {
    pricePrecision: info.pricePrecision,
    amountPrecision: info.amountPrecision,
    intervalMs: INTERVAL_MS[interval],
    nextStart: (startMs) => nextCandleStart(startMs, interval),
  };
}
