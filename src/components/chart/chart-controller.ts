// Connects a chart with market data.
// One chart per host element, one candle view per market and interval.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import { type ChartControls, type ChartEvent, type ChartMarket, DEFAULT_STYLE } from '../../../chart/api.ts';
import { chartIndicators } from '../../../chart/indicators/indicator-looks.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, type IndicatorSpec, SECTION } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ChartInterval } from '../../../core/units/time.ts';
import { type OpenView, type ViewSink, openView } from '../../api/view-subscription.ts';
import { CandleStore, type CandlesChange } from '../../stores/market/candle-columns.ts';
import { connection } from '../../stores/market/connection.ts';
import { ViewFreshness } from '../../stores/market/view-freshness.ts';
import { readChartTheme } from '../../lib/chart-theme.ts';
import { type MountedChart, mountChart } from './mounted-chart.ts';
import { PageHeatMap } from './page-heat-map.ts';
import { PageOrderFlow } from './page-order-flow.ts';
import { syncChart } from './sync-chart.ts';

/** loading: no candles yet. empty: the market has no candles. failed: see `failure`. */
type ChartPhase = 'loading' | 'ready' | 'empty' | 'failed';

export interface ShownChart {
  instrument: Instrument;
  interval: ChartInterval;
  /** In the order of their panes. */
  indicators: readonly IndicatorSpec[];
  /** Written where bars made of trades begin with the recording. */
  beginText?: string;
}

/** Settings that are stored, and applied when the chart is mounted later. */
type StoredSetting =
  | 'setStyle'
  | 'setPaneShares'
  | 'setDrawings'
  | 'setMagnet'
  | 'setNavigator'
  | 'setSpanShared'
  | 'setTradeLines'
  | 'setTradeMarks';
type StoredSettingCall<Name extends StoredSetting = StoredSetting> = {
  [Each in Name]: { name: Each; values: Parameters<ChartControls[Each]> };
}[Name];

/**
 * One open candle view. `store`, `flow` and `heat`: candles, order flow and heat map where this thread draws, null
 * where the worker does.
 * `drawn`: the chart has the candles, so incremental changes are enough.
 */
interface Series {
  key: string;
  shown: ShownChart;
  store: CandleStore | null;
  flow: PageOrderFlow | null;
  heat: PageHeatMap | null;
  view: OpenView;
  drawn: boolean;
}

/** Owns the canvas and the chart inside `host`, and its candle view. */
export class ChartController {
  readonly #state = signal<ChartPhase>('loading');
  readonly phase: ReadonlySignal<ChartPhase> = this.#state;
  readonly freshness = new ViewFreshness();
  /** Reason of the phase `failed`, in English. */
  failure = '';
  readonly #host: HTMLElement;
  readonly #listeners = new Set<(event: ChartEvent) => void>();
  readonly #settings = new Map<StoredSetting, StoredSettingCall>();
  #mounted: MountedChart | null = null;
  #starting = false;
  #wanted: { key: string; shown: ShownChart } | null = null;
  #series: Series | null = null;
  #disposed = false;
  #disposers: (() => void)[] = [];

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Shows a market at an interval. The previous candles stay until new ones can be drawn. */
  show(shown: ShownChart): void {
    const { id, priceTick, amountStep } = shown.instrument.info;
    // A recording may have a market on another grid.
    const key = `${id} ${shown.interval} ${priceTick} ${amountStep}`;
    this.#wanted = { key, shown };
    if (!this.#mounted) return this.#mountWith(shown);
    if (this.#series?.key !== key) return this.#openSeries();
    this.#series.shown = shown;
    this.#series.view.change(this.#viewOf(shown));
    return undefined;
  }

  /** Retries the failed mount or view. */
  retry(): void {
    if (!this.#wanted) return;
    if (this.#mounted) this.#openSeries();
    else this.#mountWith(this.#wanted.shown);
  }

  /** Subscribes to chart events; returns the function that unsubscribes. */
  onEvent(listener: (event: ChartEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Applies a setting, or stores it until the chart is mounted. */
  set<Name extends StoredSetting>(name: Name, ...values: Parameters<ChartControls[Name]>): void {
    const call = { name, values } as StoredSettingCall;
    this.#settings.set(name, call);
    this.#applySetting(call);
  }

  /** The mounted chart; null before. Calls on it are not stored: use `set` for settings. */
  get chart(): MountedChart['chart'] | null {
    return this.#mounted?.chart ?? null;
  }

  dispose(): void {
    this.#disposed = true;
    this.#closeSeries();
    for (const stop of this.#disposers) stop();
    this.#mounted?.chart.dispose();
    this.#host.replaceChildren();
  }

  #mountWith(shown: ShownChart): void {
    if (this.#starting) return;
    this.#starting = true;
    this.#state.value = 'loading';
    this.#mount(shown)
      .catch((cause: unknown) => this.#fail(String(cause)))
      .finally(() => {
        this.#starting = false;
      });
  }

  async #mount(shown: ShownChart): Promise<void> {
    const options = {
      market: marketOf(shown),
      theme: readChartTheme(document.documentElement),
      style: DEFAULT_STYLE,
      clockOffsetMs: connection.offsetMs.peek(),
      calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    };
    const mounted = await mountChart(this.#host, options, (event) => this.#onEngineEvent(event));
    if (this.#disposed) return mounted.chart.dispose();
    this.#mounted = mounted;
    for (const call of this.#settings.values()) this.#applySetting(call);
    this.#disposers = [
      syncChart(mounted.chart, this.#host, this.freshness),
      effect(() => mounted.chart.setClockOffset(connection.offsetMs.value)),
    ];
    this.#openSeries();
    return undefined;
  }

  #applySetting({ name, values }: StoredSettingCall): void {
    const chart = this.#mounted?.chart;
    if (chart) (chart[name] as (...given: typeof values) => void)(...values);
  }

  #openSeries(): void {
    const wanted = this.#wanted;
    const mounted = this.#mounted;
    if (!wanted || !mounted) return;
    this.#closeSeries();
    this.#state.value = 'loading';
    const onFailed = (reason: string): void => this.#fail(reason);
    const store = mounted.series ? new CandleStore((change) => this.#onCandlesChanged(series, change), onFailed) : null;
    const flow = mounted.series ? new PageOrderFlow(() => this.#drawFlow(series), onFailed) : null;
    const onStatus = this.freshness.update;
    onStatus(BOOK_STATE.loading, NaN);
    const sink: ViewSink = store
      ? {
          onSection: (columns, at, length, kind) =>
            kind === SECTION.flow ? flow?.onSection(columns, at, length) : store.onSection(columns, at),
          onFailed,
          onStatus,
        }
      : {
          onSection: () => undefined,
          onFailed,
          onStatus,
          onDrawn: (candles: number) => this.#onSeriesDrawn(series, candles),
        };
    if (!store) mounted.chart.setMarket(marketOf(wanted.shown));
    const view = openView(this.#viewOf(wanted.shown), sink);
    const heat = store ? new PageHeatMap(view, () => this.#drawHeat(series), onFailed) : null;
    const series: Series = { ...wanted, store, flow, heat, view, drawn: false };
    this.#series = series;
  }

  #closeSeries(): void {
    this.#series?.heat?.close();
    this.#series?.view.close();
  }

  #onEngineEvent(event: ChartEvent): void {
    if (event.kind === 'needOlder') this.#loadOlder();
    // While another market or interval loads, the chart still has the candles of the one before.
    if (isOfPrices(event) && this.#state.peek() !== 'ready') return;
    for (const listener of this.#listeners) listener(event);
  }

  #loadOlder(): void {
    if (this.#series?.store?.hasMore) this.#series.view.loadOlder();
  }

  /** The worker drew a new set of candles. */
  #onSeriesDrawn(series: Series, candles: number): void {
    if (series !== this.#series) return;
    this.#state.value = candles > 0 ? 'ready' : 'empty';
    if (candles > 0 && this.#mounted) markFirstCandle(this.#mounted.chart);
  }

  /** The candles of this thread changed. */
  #onCandlesChanged(series: Series, { change, added, moved }: CandlesChange): void {
    const { store } = series;
    if (series !== this.#series || !store || !this.#mounted?.series) return;
    this.#state.value = store.columns.length > 0 ? 'ready' : 'empty';
    if (!series.drawn || change === 'reset') return this.#draw(series, store, this.#mounted);
    this.#mounted.series.setCandles(store.columns, change, added);
    if (moved) this.#drawLines(series, store, this.#mounted);
    return undefined;
  }

  #draw(series: Series, store: CandleStore, mounted: MountedChart): void {
    if (store.columns.length === 0) return;
    if (!series.drawn) mounted.chart.setMarket(marketOf(series.shown));
    mounted.series?.setCandles(store.columns, series.drawn ? 'refresh' : 'reset');
    this.#drawLines(series, store, mounted);
    series.drawn = true;
    this.#drawFlow(series);
    this.#drawHeat(series);
    markFirstCandle(mounted.chart);
  }

  /** The order flow follows the candles that it belongs to. */
  #drawFlow(series: Series): void {
    if (series === this.#series && series.drawn && this.#mounted?.series) series.flow?.show(this.#mounted.series);
  }

  #drawHeat(series: Series): void {
    if (series === this.#series && series.drawn && this.#mounted?.series) series.heat?.show(this.#mounted.series);
  }

  #drawLines({ shown }: Series, store: CandleStore, mounted: MountedChart): void {
    // Null while the lines belong to an older choice of indicators; new ones follow.
    const indicators = chartIndicators(shown.indicators, store.lines);
    if (indicators) mounted.series?.setIndicators(indicators);
  }

  #fail(reason: string): void {
    this.failure = reason;
    this.#state.value = 'failed';
  }

  #viewOf({ instrument, interval, indicators }: ShownChart): Parameters<typeof openView>[0] {
    const no = this.#mounted?.no;
    return {
      kind: 'candles',
      coinInfoId: instrument.info.id,
      interval,
      indicators: [...indicators],
      ...(no == null ? {} : { chart: no }),
    };
  }
}

/** Whether an event is about prices of the candles on the chart; that the crosshair left is not. */
function isOfPrices(event: ChartEvent): boolean {
  return 'price' in event || ('candle' in event && event.candle !== null);
}

const FIRST_CANDLE = 'chart:first-candle';

/** Sets the performance mark of the first painted candle, once per page. */
function markFirstCandle(chart: MountedChart['chart']): void {
  if (performance.getEntriesByName(FIRST_CANDLE).length > 0) return;
  const check = (): void => {
    if (chart.framesDrawn > 0) performance.mark(FIRST_CANDLE);
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

function marketOf({ instrument: { info }, interval, beginText }: ShownChart): ChartMarket {
  return {
    symbol: info.pair,
    pricePrecision: info.pricePrecision,
    amountPrecision: info.amountPrecision,
    interval,
    session: info.session,
    ...(beginText && { beginText }),
  };
}
