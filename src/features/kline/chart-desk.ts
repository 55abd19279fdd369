// Chart and candles joined: one chart for as long as its host lives, one view of candles for each market and interval.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import type { Chart, ChartMarket } from '../../../chart/chart.ts';
import type { Instrument } from '../../../contract/instrument.ts';
import { INTERVAL_MS, type Interval, nextCandleStart } from '../../../contract/time.ts';
import { type OpenView, openView } from '../../api/view.ts';
import { type CandleStore, type CandlesChange, createCandles } from '../../state/candles.ts';
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

/** One open series of candles. `drawn`: the chart has it, changes are enough. */
interface Series { key: string; shown: Shown; store: CandleStore; view: OpenView; drawn: boolean }

/** A desk in `host`: its canvas, its chart once that is loaded, and what makes them change. */
export class ChartDesk {
  private readonly state = signal<DeskPhase>('loading');
  readonly phase: ReadonlySignal<DeskPhase> = this.state;
  /** Why the phase is `failed`. */
  failure = '';
  private readonly host: HTMLElement;
  private chart: Chart | null = null;
  private starting = false;
  private series: Series | null = null;
  private gone = false;
  private stops: (() => void)[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /** Shows a market at an interval; what was shown before stays until there is something to draw. */
  show(shown: Shown): void {
    const key = `${shown.instrument.info.id} ${shown.interval}`;
    if (this.series?.key === key) {
      this.series.shown = shown;
      this.series.view.change(viewOf(shown));
      return;
    }
    this.series?.view.close();
    this.open(key, shown);
  }

  /** Loads again what failed. */
  retry(): void {
    if (!this.series) return;
    this.series.view.close();
    this.open(this.series.key, this.series.shown);
  }

  destroy(): void {
    this.gone = true;
    this.series?.view.close();
    for (const stop of this.stops) stop();
    this.chart?.destroy();
    // The chart may have put another canvas in the place of ours.
    this.host.replaceChildren();
  }

  private open(key: string, shown: Shown): void {
    this.state.value = 'loading';
    const store = createCandles((change) => this.changed(store, change), (reason) => this.fail(reason));
    this.series = { key, shown, store, view: openView(viewOf(shown), store), drawn: false };
    if (this.chart || this.starting) return;
    this.starting = true;
    this.start().catch((cause: unknown) => this.fail(String(cause))).finally(() => {
      this.starting = false;
    });
  }

  private async start(): Promise<void> {
    const { createChart } = await import('../../../chart/engine.ts');
    const { series } = this;
    if (this.gone || !series) return;
    const canvas = document.createElement('canvas');
    // The chart's keys (arrows, + and -, Home, End) need something to stand on.
    canvas.tabIndex = 0;
    this.host.replaceChildren(canvas);
    const chart = createChart(canvas, {
      market: marketOf(series.shown),
      theme: readChartTheme(document.documentElement),
      now: serverNow,
      onNeedOlder: () => this.older(),
      onCrosshair: () => undefined,
    });
    this.chart = chart;
    this.stops = follow(chart, this.host);
    this.draw(series);
  }

  private older(): void {
    if (this.series?.store.hasMore) this.series.view.older();
  }

  private changed(store: CandleStore, { change, added, moved }: CandlesChange): void {
    const { series, chart } = this;
    if (!series || series.store !== store) return;
    this.state.value = store.columns.length > 0 ? 'ready' : 'empty';
    if (!series.drawn || change === 'reset') return this.draw(series);
    chart?.setCandles(store.columns, change, added);
    if (moved) chart?.setIndicators(chartIndicators(series.shown.indicators, store.lines));
  }

  private draw(series: Series): void {
    const { shown, store } = series;
    if (!this.chart || store.columns.length === 0) return;
    this.chart.setMarket(marketOf(shown));
    this.chart.setCandles(store.columns, 'reset');
    this.chart.setIndicators(chartIndicators(shown.indicators, store.lines));
    series.drawn = true;
    markFirstCandle(this.chart);
  }

  private fail(reason: string): void {
    this.failure = reason;
    this.state.value = 'failed';
  }
}

const FIRST_CANDLE = 'chart:first-candle';

/** Says in the page's own timeline when the first candle was painted: what a visitor waits for, measurable on any device. */
function markFirstCandle(chart: Chart): void {
  if (performance.getEntriesByName(FIRST_CANDLE).length > 0) return;
  const before = chart.framesDrawn;
  const look = (): void => {
    if (chart.framesDrawn > before) performance.mark(FIRST_CANDLE);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
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
