// Adapter of openalgo-charts: it computes its indicators itself, or is fed our lines.
import { type Bar, type Chart, createChart, darkTheme, type SeriesApi } from 'openalgo-charts';
import 'openalgo-charts/indicators';
import { computeVolumeProfileSessions, Footprint, VolumeProfile } from 'openalgo-charts/profile';
import type { CandleSeries } from '../../../../workers/candles/candle-series.ts';
import { LEVEL_PRICE, LOT_COINS, type MadeBar, madeBars } from '../../../heatmap/page/made-flow.ts';
import type { Adapter, Layout, Update } from '../adapter.ts';
import { computeLines, FULL, lineKinds } from '../full-layout.ts';

/** What it calls the indicators of the full layout; its stochastic has no third line. */
const CALLED: Record<string, (params: readonly number[]) => [id: string, settings: Record<string, unknown>][]> = {
  MA: (lengths) => lengths.map((length) => ['sma', { length }]),
  BOLL: ([length, stdDev]) => [['bollinger', { length, stdDev }]],
  VOL: (lengths) => [
    ['volume', {}],
    ...lengths.map((length): [string, Record<string, unknown>] => ['sma', { length, source: 'volume' }]),
  ],
  MACD: ([fastPeriod, slowPeriod, signalPeriod]) => [['macd', { fastPeriod, slowPeriod, signalPeriod }]],
  RSI: (lengths) => lengths.map((length) => ['rsi', { length }]),
  KDJ: ([kPeriod, kSmoothing, dPeriod]) => [['stochastic', { kPeriod, kSmoothing, dPeriod }]],
};

export class OpenalgoAdapter implements Adapter {
  #bars: Bar[] = [];
  #points: Bar[][] = [];
  #layout: Layout = 'full';
  #chart: Chart | null = null;
  #candles: SeriesApi | null = null;
  #lines: SeriesApi[] = [];
  #host: HTMLElement | null = null;
  #length = 0;

  prepare(series: CandleSeries, layout: Layout): void {
    this.#layout = layout;
    this.#length = series.length;
    this.#bars = Array.from({ length: series.length }, (_, i) => ({
      time: series.time[i]! / 1000,
      open: series.open[i]!,
      high: series.high[i]!,
      low: series.low[i]!,
      close: series.close[i]!,
      volume: series.volume[i]!,
    }));
    if (layout !== 'lines') return;
    this.#points = computeLines(series)
      .flatMap((each) => each.columns)
      .map((column) => Array.from({ length: series.length }, (_, i) => flat(series.time[i]!, column[i]!)));
  }

  mount(host: HTMLElement): void {
    this.#host = host;
    // Its legends and controls are drawn on the canvas; the other libraries have no controls.
    const chart = createChart(host, { theme: darkTheme, timezone: 'UTC', timeNavigator: false });
    this.#chart = chart;
    this.#candles = chart.addSeries('candlestick');
    this.#candles.setData(this.#bars);
    if (this.#layout === 'full') this.#addIndicators(chart);
    if (this.#layout === 'lines') this.#addLines(chart);
    if (this.#layout === 'flow') addFlow(chart);
    this.#bars = [];
    this.#points = [];
  }

  showBars(count: number): void {
    this.#chart!.setVisibleLogicalRange({ from: this.#length - count, to: this.#length });
  }

  toNewest(): void {
    const { from, to } = this.#chart!.getVisibleLogicalRange();
    this.#chart!.setVisibleLogicalRange({ from: this.#length - (to - from), to: this.#length });
  }

  handTarget(): HTMLElement {
    return this.#host!;
  }

  inSight(): string {
    const { from, to } = this.#chart!.getVisibleLogicalRange();
    return `${from} ${to}`;
  }

  tick({ row, lines }: Update): void {
    const [time, open, high, low, close, volume] = row as unknown as [number, number, number, number, number, number];
    this.#candles!.update({ time: time / 1000, open, high, low, close, volume });
    this.#lines.forEach((series, at) => series.update(flat(time, lines![at]!)));
  }

  destroy(): void {
    this.#chart?.destroy();
  }

  #addIndicators(chart: Chart): void {
    FULL.forEach(({ name, params, pane }) => {
      const paneIndex = paneOf(name, pane);
      for (const [id, settings] of CALLED[name]!(params)) chart.addIndicator(id, settings, { paneIndex });
    });
  }

  #addLines(chart: Chart): void {
    this.#lines = lineKinds().map(({ shown, type }, line) => {
      const series = chart.addSeries(type === 'bar' ? 'histogram' : 'line', {
        paneIndex: paneOf(shown.name, shown.pane),
        style: { lineWidth: 1, priceLineVisible: false, lastValueVisible: false },
      });
      series.setData(this.#points[line]!);
      return series;
    });
  }
}

/** Footprints without its table below them, and a profile of all candles. */
function addFlow(chart: Chart): void {
  const made = madeBars();
  const sums = (lots: (each: MadeBar['traded'][number]) => number): number[] =>
    made.map(({ traded }) => traded.reduce((sum, each) => sum + lots(each) * LOT_COINS, 0));
  const volumes = sums(({ sold, bought }) => sold + bought);
  const deltas = sums(({ sold, bought }) => bought - sold);
  const footprint = new Footprint({ tickSize: LEVEL_PRICE, stackedImbalances: 3, statsRows: [] });
  footprint.setBars(
    made.map(({ time, traded }, at) => ({
      time: time / 1000,
      cells: traded.map(({ level, sold, bought }) => ({
        price: level * LEVEL_PRICE,
        bidVol: sold * LOT_COINS,
        askVol: bought * LOT_COINS,
      })),
      delta: deltas[at]!,
    })),
  );
  chart.addPrimitive(footprint, 0);
  const bars = made.map(({ time, open, high, low, close }, at) => ({
    time: time / 1000,
    open,
    high,
    low,
    close,
    volume: volumes[at]!,
  }));
  const profile = computeVolumeProfileSessions(bars, { tickSize: LEVEL_PRICE, session: 'composite' });
  chart.addPrimitive(new VolumeProfile(profile), 0);
}

/** A value as a bar; one that is missing is a gap. */
function flat(timeMs: number, value: number): Bar {
  return { time: timeMs / 1000, open: value, high: value, low: value, close: value };
}

function paneOf(name: string, pane: 'main' | 'sub'): number {
  const subs = FULL.filter((each) => each.pane === 'sub');
  return pane === 'main' ? 0 : 1 + subs.findIndex((each) => each.name === name);
}
