// Chart and candles joined: one chart for as long as its host lives, one view of candles for each market and interval.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import { type ChartControls, type ChartEvent, type ChartMarket, DEFAULT_STYLE } from '../../../../chart/api.ts';
import { chartIndicators } from '../../../../chart/indicators/indicator-looks.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { BOOK_STATE, type IndicatorSpec } from '../../../../core/worker-protocol/worker-protocol.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import { type OpenView, openView } from '../../../api/view.ts';
import { type CandleStore, type CandlesChange, createCandles } from '../../../stores/market/candle-columns.ts';
import { link } from '../../../stores/market/connection.ts';
import { type ViewFreshness, createFreshness } from '../../../stores/market/view-freshness.ts';
import { lookVersion } from '../../../stores/device/theme.ts';
import { readChartTheme } from '../../../lib/chart-theme.ts';
import { type Mounted, mountChart } from './mounted-chart.ts';

/** loading: nothing to draw yet. empty: the market has no candles. failed: `failure` says why. */
type ChartPhase = 'loading' | 'ready' | 'empty' | 'failed';

export interface Shown {
  instrument: Instrument;
  interval: ChartInterval;
  /** In the order of their panes. */
  indicators: readonly IndicatorSpec[];
}

/** Settings that a chart is given once more when it is mounted later than they were made. */
type Sticky = 'setStyle' | 'setPaneShares' | 'setDrawings' | 'setMagnet' | 'setTradeLines' | 'setTradeMarks';
type StickyCall<Name extends Sticky = Sticky> = {
  [Each in Name]: { name: Each; value: Parameters<ChartControls[Each]>[0] };
}[Name];

/** One open series of candles. `store` only where this thread draws; `drawn`: the chart has it, changes are enough. */
interface Series {
  key: string;
  shown: Shown;
  store: CandleStore | null;
  view: OpenView;
  drawn: boolean;
}

/** A desk in `host`: its canvas, its chart once that stands, and what makes them change. */
export class ChartController {
  private readonly state = signal<ChartPhase>('loading');
  readonly phase: ReadonlySignal<ChartPhase> = this.state;
  readonly shown: ViewFreshness = createFreshness();
  /** Why the phase is `failed`. */
  failure = '';
  private readonly host: HTMLElement;
  private readonly listeners = new Set<(event: ChartEvent) => void>();
  private readonly sticky = new Map<Sticky, StickyCall>();
  private mounted: Mounted | null = null;
  private starting = false;
  private wanted: { key: string; shown: Shown } | null = null;
  private series: Series | null = null;
  private disposed = false;
  private stops: (() => void)[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /** Shows a market at an interval; what was shown before stays until there is something to draw. */
  show(shown: Shown): void {
    const key = `${shown.instrument.info.id} ${shown.interval}`;
    this.wanted = { key, shown };
    if (!this.mounted) return this.start(shown);
    if (this.series?.key !== key) return this.open();
    this.series.shown = shown;
    this.series.view.change(this.viewOf(shown));
    return undefined;
  }

  /** Loads again what failed. */
  retry(): void {
    if (!this.wanted) return;
    if (this.mounted) this.open();
    else this.start(this.wanted.shown);
  }

  /** Hears the chart; answers with the way to stop. */
  listen(listener: (event: ChartEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A setting of the chart, kept for a chart that is not mounted yet. */
  set<Name extends Sticky>(name: Name, value: Parameters<ChartControls[Name]>[0]): void {
    const call = { name, value } as StickyCall;
    this.sticky.set(name, call);
    this.give(call);
  }

  /** The mounted chart; null until it stands. What is asked of it is not kept: see `set`. */
  get chart(): Mounted['chart'] | null {
    return this.mounted?.chart ?? null;
  }

  destroy(): void {
    this.disposed = true;
    this.series?.view.close();
    for (const stop of this.stops) stop();
    this.mounted?.chart.destroy();
    this.host.replaceChildren();
  }

  private start(shown: Shown): void {
    if (this.starting) return;
    this.starting = true;
    this.state.value = 'loading';
    this.mount(shown)
      .catch((cause: unknown) => this.fail(String(cause)))
      .finally(() => {
        this.starting = false;
      });
  }

  private async mount(shown: Shown): Promise<void> {
    const options = {
      market: marketOf(shown),
      theme: readChartTheme(document.documentElement),
      style: DEFAULT_STYLE,
      clockOffsetMs: link.offsetMs.peek(),
      calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    };
    const mounted = await mountChart(this.host, options, (event) => this.onEngineEvent(event));
    if (this.disposed) return mounted.chart.destroy();
    this.mounted = mounted;
    for (const call of this.sticky.values()) this.give(call);
    this.stops = follow(mounted.chart, this.host, this.shown);
    this.open();
    return undefined;
  }

  private give({ name, value }: StickyCall): void {
    const chart = this.mounted?.chart;
    if (chart) (chart[name] as (given: typeof value) => void)(value);
  }

  private open(): void {
    const { wanted, mounted } = this;
    if (!wanted || !mounted) return;
    this.series?.view.close();
    this.state.value = 'loading';
    const failed = (reason: string): void => this.fail(reason);
    const store = mounted.series ? createCandles((change) => this.changed(series, change), failed) : null;
    const pane = this.shown.update;
    pane(BOOK_STATE.loading, NaN);
    const sink = store
      ? { section: store.section, failed, pane }
      : { section: () => undefined, failed, pane, drawn: (candles: number) => this.drawnBy(series, candles) };
    if (!store) mounted.chart.setMarket(marketOf(wanted.shown));
    const series: Series = { ...wanted, store, view: openView(this.viewOf(wanted.shown), sink), drawn: false };
    this.series = series;
  }

  private onEngineEvent(event: ChartEvent): void {
    if (event.kind === 'needOlder') this.older();
    for (const listener of this.listeners) listener(event);
  }

  private older(): void {
    if (this.series?.store?.hasMore) this.series.view.older();
  }

  /** The worker drew the candles of a series anew. */
  private drawnBy(series: Series, candles: number): void {
    if (series !== this.series) return;
    this.state.value = candles > 0 ? 'ready' : 'empty';
    if (candles > 0 && this.mounted) markFirstCandle(this.mounted.chart);
  }

  /** Candles of this thread changed. */
  private changed(series: Series, { change, added, moved }: CandlesChange): void {
    const { store } = series;
    if (series !== this.series || !store || !this.mounted?.series) return;
    this.state.value = store.columns.length > 0 ? 'ready' : 'empty';
    if (!series.drawn || change === 'reset') return this.draw(series, store, this.mounted);
    this.mounted.series.setCandles(store.columns, change, added);
    if (moved) this.drawLines(series, store, this.mounted);
    return undefined;
  }

  private draw(series: Series, store: CandleStore, mounted: Mounted): void {
    if (store.columns.length === 0) return;
    if (!series.drawn) mounted.chart.setMarket(marketOf(series.shown));
    mounted.series?.setCandles(store.columns, series.drawn ? 'refresh' : 'reset');
    this.drawLines(series, store, mounted);
    series.drawn = true;
    markFirstCandle(mounted.chart);
  }

  private drawLines({ shown }: Series, store: CandleStore, mounted: Mounted): void {
    // Lines of other indicators are on their way while these are shown.
    const indicators = chartIndicators(shown.indicators, store.lines);
    if (indicators) mounted.series?.setIndicators(indicators);
  }

  private fail(reason: string): void {
    this.failure = reason;
    this.state.value = 'failed';
  }

  private viewOf({ instrument, interval, indicators }: Shown): Parameters<typeof openView>[0] {
    const no = this.mounted?.no;
    return {
      kind: 'candles',
      coinInfoId: instrument.info.id,
      interval,
      indicators: [...indicators],
      ...(no == null ? {} : { chart: no }),
    };
  }
}

const FIRST_CANDLE = 'chart:first-candle';

/**
 * Says in the page's own timeline when the first candle was painted: what a visitor waits for, measurable on any
 * device.
 */
function markFirstCandle(chart: Mounted['chart']): void {
  if (performance.getEntriesByName(FIRST_CANDLE).length > 0) return;
  const look = (): void => {
    if (chart.framesDrawn > 0) performance.mark(FIRST_CANDLE);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * What a chart follows: the size of its host, the look of the page, the freshness of the feed, whether anybody looks.
 */
function follow(chart: Mounted['chart'], host: HTMLElement, shown: ViewFreshness): (() => void)[] {
  const fit = (): void => chart.resize(host.clientWidth, host.clientHeight, window.devicePixelRatio);
  const sizes = new ResizeObserver(fit);
  sizes.observe(host);
  const off = new AbortController();
  window.addEventListener('resize', fit, { signal: off.signal });
  let inSight = true;
  const look = (): void => chart.setVisible(inSight && document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', look, { signal: off.signal });
  const sight = new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting ?? true;
    look();
  });
  sight.observe(host);
  fit();
  return [
    () => sizes.disconnect(),
    () => sight.disconnect(),
    () => off.abort(),
    effect(() => {
      if (lookVersion.value > 0) chart.setTheme(readChartTheme(document.documentElement));
    }),
    effect(() => chart.setClockOffset(link.offsetMs.value)),
    effect(() => chart.setStale(shown.fresh.value !== 'live')),
  ];
}

function marketOf({ instrument: { info }, interval }: Shown): ChartMarket {
  return {
    symbol: info.pair,
    pricePrecision: info.pricePrecision,
    amountPrecision: info.amountPrecision,
    interval,
    session: info.session,
  };
}
