// Adapter of dxcharts-lite: it has volumes alone of the indicators, so it receives our computed lines.
import { type Chart, createChart } from '@devexperts/dxcharts-lite';
import type { Candle } from '@devexperts/dxcharts-lite/dist/chart/model/candle.model';
import type { DataSeriesModel } from '@devexperts/dxcharts-lite/dist/chart/model/data-series.model';
import type { CandleSeries } from '../../../../workers/candles/candle-series.ts';
import type { Adapter, Layout, Update } from '../adapter.ts';
import { computeLines, FULL, hasLines, lineKinds } from '../full-layout.ts';
import { COLORS } from '../look.ts';

type Points = { timestamp: number; close: number }[];

const WIDTH = { lineWidth: 1, hoveredLineWidth: 1, offset: 0 };

export class DxchartsAdapter implements Adapter {
  #candles: Candle[] = [];
  #points: Points[] = [];
  #layout: Layout = 'full';
  #chart: Chart | null = null;
  #lines: DataSeriesModel[] = [];
  #length = 0;

  prepare(series: CandleSeries, layout: Layout): void {
    this.#layout = layout;
    this.#length = series.length;
    this.#candles = Array.from({ length: series.length }, (_, i) => ({
      id: String(series.time[i]!),
      timestamp: series.time[i]!,
      open: series.open[i]!,
      hi: series.high[i]!,
      lo: series.low[i]!,
      close: series.close[i]!,
      volume: series.volume[i]!,
    }));
    if (!hasLines(layout)) return;
    this.#points = computeLines(series)
      .flatMap((each) => each.columns)
      .map((column) =>
        Array.from({ length: series.length }, (_, i) => ({ timestamp: series.time[i]!, close: column[i]! })).filter(
          ({ close }) => !Number.isNaN(close),
        ),
      );
  }

  /**
   * Without what the others do not animate and show: easing, link to its maker, volumes under the candles. Candles may
   * be as narrow as elsewhere. A drag that begins within the drag zone of the middle of the candles' pane would drag
   * a base line, which candles do not even show.
   */
  mount(host: HTMLElement): void {
    const chart = createChart(host, {
      devexpertsPromoLink: false,
      timezone: 'UTC',
      scale: { disableAnimations: true, zoomToCursor: true },
      components: { chart: { minWidth: 0.001 }, volumes: { visible: false }, paneResizer: { dragZone: 0 } },
    } as Parameters<typeof createChart>[1]);
    this.#chart = chart;
    chart.setData({ candles: this.#candles });
    if (hasLines(this.#layout)) this.#addLines(chart);
    this.#candles = [];
    this.#points = [];
  }

  showBars(count: number): void {
    this.#chart!.data.setXScale(this.#length - count, this.#length);
  }

  toNewest(): void {
    const { xStart, xEnd } = this.#chart!.scale;
    this.#chart!.data.setXScale(this.#length - (xEnd - xStart), this.#length);
  }

  handTarget(): HTMLElement {
    return this.#chart!.elements.mainCanvas.parentElement!;
  }

  inSight(): string {
    const { xStart, xEnd } = this.#chart!.scale;
    return `${xStart} ${xEnd}`;
  }

  /** It replaces a whole series or nothing: the newest point of each is changed in place, as cheap as can be. */
  tick({ row, lines }: Update): void {
    const [timestamp, open, hi, lo, close, volume] = row as unknown as [number, number, number, number, number, number];
    this.#lines.forEach((series, at) => {
      series.dataPoints.at(-1)!.close = lines![at]!;
      series.visualPoints.at(-1)!.close = lines![at]!;
    });
    this.#chart!.data.updateLastCandle({ id: String(timestamp), timestamp, open, hi, lo, close, volume });
  }

  destroy(): void {
    this.#chart?.destroy();
  }

  #addLines(chart: Chart): void {
    const panes = new Map(FULL.map(({ name, pane }) => [name, pane === 'main' ? chart.mainPane : chart.createPane()]));
    this.#lines = lineKinds().map(({ shown, type }, line) => {
      const pane = panes.get(shown.name)!;
      const series = pane.createDataSeries();
      series.config.paintConfig = [{ ...WIDTH, color: COLORS.lines[line % COLORS.lines.length]! }];
      series.config.labelMode = 'none';
      series.setType(type === 'bar' ? 'HISTOGRAM' : 'LINEAR');
      pane.addDataSeries(series);
      series.setDataPoints(this.#points[line]!);
      return series;
    });
  }
}
