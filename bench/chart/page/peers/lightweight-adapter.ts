// Adapter of lightweight-charts: it has no indicators, so it receives our computed lines.
import {
  CandlestickSeries,
  createChart,
  type HistogramData,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type LineData,
  LineSeries,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { CandleSeries } from '../../../../workers/candles/candle-series.ts';
import type { Adapter, Layout, Update } from '../adapter.ts';
import { computeLines, FULL, hasLines, lineKinds } from '../full-layout.ts';
import { COLORS } from '../look.ts';

interface Bar {
  time: UTCTimestamp;
  open: number;
  high: number;
  low: number;
  close: number;
}
type Point = LineData<UTCTimestamp> | HistogramData<UTCTimestamp> | { time: UTCTimestamp };

/** Heights of the candles' pane and of those below. */
const MAIN_STRETCH = 4;

export class LightweightAdapter implements Adapter {
  readonly #conflated: boolean;
  #bars: Bar[] = [];
  #points: Point[][] = [];
  #layout: Layout = 'full';
  #chart: IChartApi | null = null;
  #candles: ISeriesApi<'Candlestick', UTCTimestamp> | null = null;
  #lines: ISeriesApi<SeriesType, UTCTimestamp>[] = [];
  readonly #volumeLine = lineKinds().findIndex(({ shown, type }) => shown.name === 'VOL' && type === 'bar');

  /** `conflated`: with its own merging of candles that are narrower than a pixel. */
  constructor(conflated: boolean) {
    this.#conflated = conflated;
  }

  prepare(series: CandleSeries, layout: Layout): void {
    this.#layout = layout;
    const time = (i: number): UTCTimestamp => (series.time[i]! / 1000) as UTCTimestamp;
    this.#bars = Array.from({ length: series.length }, (_, i) => ({
      time: time(i),
      open: series.open[i]!,
      high: series.high[i]!,
      low: series.low[i]!,
      close: series.close[i]!,
    }));
    if (!hasLines(layout)) return;
    const columns = computeLines(series).flatMap((each) => each.columns);
    this.#points = columns.map((column, line) =>
      Array.from({ length: series.length }, (_, i) => {
        const value = column[i]!;
        if (Number.isNaN(value)) return { time: time(i) };
        return line === this.#volumeLine
          ? { time: time(i), value, color: this.#colorOf(series.open[i]!, series.close[i]!) }
          : { time: time(i), value };
      }),
    );
  }

  mount(host: HTMLElement): void {
    const chart = createChart(host, {
      autoSize: true,
      layout: { background: { color: COLORS.bg }, textColor: COLORS.text2, attributionLogo: false },
      timeScale: { timeVisible: true, minBarSpacing: 0.0001, rightOffset: 0, enableConflation: this.#conflated },
    });
    this.#chart = chart;
    this.#candles = chart.addSeries(CandlestickSeries, {}) as ISeriesApi<'Candlestick', UTCTimestamp>;
    this.#candles.setData(this.#bars);
    if (hasLines(this.#layout)) this.#addLines(chart);
    this.#bars = [];
    this.#points = [];
  }

  showBars(count: number): void {
    const length = this.#candles!.data().length;
    this.#chart!.timeScale().setVisibleLogicalRange({ from: length - count, to: length });
  }

  toNewest(): void {
    this.#chart!.timeScale().scrollToPosition(0, false);
  }

  handTarget(): HTMLElement {
    // Of the two canvases of the candles' pane the upper one listens.
    return this.#chart!.panes()[0]!.getHTMLElement()!.querySelectorAll('canvas')[1]!;
  }

  inSight(): string {
    const { from, to } = this.#chart!.timeScale().getVisibleLogicalRange()!;
    return `${from} ${to}`;
  }

  tick({ row, lines }: Update): void {
    const time = (row[0]! / 1000) as UTCTimestamp;
    this.#candles!.update({ time, open: row[1]!, high: row[2]!, low: row[3]!, close: row[4]! });
    this.#lines.forEach((series, at) => {
      const value = lines![at]!;
      series.update(
        (at === this.#volumeLine ? { time, value, color: this.#colorOf(row[1]!, row[4]!) } : { time, value }) as never,
      );
    });
  }

  destroy(): void {
    this.#chart?.remove();
  }

  #addLines(chart: IChartApi): void {
    const subs = FULL.filter(({ pane }) => pane === 'sub');
    this.#lines = lineKinds().map(({ shown, type }, line) => {
      const pane = shown.pane === 'main' ? 0 : 1 + subs.indexOf(shown);
      const color = COLORS.lines[line % COLORS.lines.length]!;
      const kind = type === 'bar' ? HistogramSeries : LineSeries;
      const series = chart.addSeries(
        kind as typeof LineSeries,
        { color, lineWidth: 1, priceLineVisible: false, lastValueVisible: false },
        pane,
      ) as ISeriesApi<SeriesType, UTCTimestamp>;
      series.setData(this.#points[line] as never);
      return series;
    });
    chart.panes()[0]!.setStretchFactor(MAIN_STRETCH);
  }

  #colorOf(open: number, close: number): string {
    return close >= open ? COLORS.up : COLORS.down;
  }
}
