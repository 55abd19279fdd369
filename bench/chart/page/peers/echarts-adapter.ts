// Adapter of ECharts: it has no indicators, so it receives our computed lines.
import { BarChart, CandlestickChart, LineChart } from 'echarts/charts';
import { DatasetComponent, DataZoomComponent, GridComponent } from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { CandleSeries } from '../../../../workers/candles/candle-series.ts';
import type { Adapter, Layout, Update } from '../adapter.ts';
import { computeLines, FULL, hasLines, lineKinds } from '../full-layout.ts';
import { COLORS } from '../look.ts';

use([CandlestickChart, LineChart, BarChart, GridComponent, DatasetComponent, DataZoomComponent, CanvasRenderer]);

const CANDLE = ['open', 'close', 'low', 'high'] as const;
/** Heights of the candles' pane and of those below, and the room beside them. */
const MAIN_PERCENT = 46;
const SUB_PERCENT = 12;
const AXIS_PX = 60;

/** Shares of all candles in percent, or the numbers of candles. */
interface Zoomed {
  start?: number;
  end?: number;
  startValue?: number;
  endValue?: number;
}

export class EchartsAdapter implements Adapter {
  /** Columns of its data set by name. */
  #columns: Record<string, (number | null)[]> = {};
  #layout: Layout = 'full';
  #chart: ECharts | null = null;
  #length = 0;
  #inSight = '';
  #isWhole = false;

  prepare(series: CandleSeries, layout: Layout): void {
    this.#layout = layout;
    this.#length = series.length;
    const column = (values: Float64Array): number[] => Array.from(values.subarray(0, series.length));
    this.#columns = { time: column(series.time) };
    for (const name of CANDLE) this.#columns[name] = column(series[name]);
    if (!hasLines(layout)) return;
    computeLines(series)
      .flatMap((each) => each.columns)
      .forEach((values, line) => {
        this.#columns[`line${line}`] = column(values).map((value) => (Number.isNaN(value) ? null : value));
      });
  }

  /** By its guide for much data: a data set, no symbols, no animation, its own sampling; no step is held back. */
  mount(host: HTMLElement): void {
    const chart = init(host, null, { renderer: 'canvas', devicePixelRatio });
    this.#chart = chart;
    const subs = hasLines(this.#layout) ? FULL.filter(({ pane }) => pane === 'sub').map(({ name }) => name) : [];
    const grids = ['', ...subs];
    const paneOf = (name: string): number => Math.max(0, grids.indexOf(name));
    chart.on('datazoom', (event) => {
      const { start, end, startValue, endValue } = (event as { batch?: Zoomed[] }).batch?.[0] ?? (event as Zoomed);
      this.#inSight = `${start ?? startValue} ${end ?? endValue}`;
    });
    chart.on('finished', () => {
      this.#isWhole = true;
    });
    chart.setOption({
      animation: false,
      backgroundColor: COLORS.bg,
      textStyle: { color: COLORS.text2 },
      dataset: { source: this.#columns },
      grid: grids.map((_, at) => ({
        left: 0,
        outerBoundsMode: 'none',
        right: AXIS_PX,
        top: `${at === 0 ? 1 : 1 + MAIN_PERCENT + (at - 1) * SUB_PERCENT}%`,
        height: `${subs.length === 0 ? 94 : at === 0 ? MAIN_PERCENT : SUB_PERCENT - 1}%`,
      })),
      xAxis: grids.map((_, at) => ({
        type: 'category',
        gridIndex: at,
        axisLabel: {
          show: at === subs.length,
          formatter: (ms: string) => new Date(Number(ms)).toISOString().slice(11, 16),
        },
      })),
      yAxis: grids.map((_, at) => ({
        gridIndex: at,
        scale: true,
        position: 'right',
        splitLine: { lineStyle: { color: COLORS.line } },
      })),
      dataZoom: [{ type: 'inside', xAxisIndex: grids.map((_, at) => at), throttle: 0 }],
      series: [
        {
          type: 'candlestick',
          encode: { x: 'time', y: [...CANDLE] },
          itemStyle: { color: COLORS.up, color0: COLORS.down, borderColor: COLORS.up, borderColor0: COLORS.down },
        },
        ...(hasLines(this.#layout) ? lineKinds() : []).map(({ shown, type }, line) => {
          const pane = paneOf(shown.name);
          const color = COLORS.lines[line % COLORS.lines.length];
          return {
            type: type === 'bar' ? 'bar' : 'line',
            xAxisIndex: pane,
            yAxisIndex: pane,
            encode: { x: 'time', y: `line${line}` },
            large: true,
            sampling: 'lttb',
            symbol: 'none',
            lineStyle: { width: 1, color },
            itemStyle: { color },
          };
        }),
      ],
    });
  }

  showBars(count: number): void {
    this.#chart!.dispatchAction({ type: 'dataZoom', startValue: this.#length - count, endValue: this.#length - 1 });
  }

  toNewest(): void {
    const { start, end } = this.#span();
    this.#chart!.dispatchAction({ type: 'dataZoom', start: 100 - (end - start), end: 100 });
  }

  handTarget(): HTMLElement {
    return this.#chart!.getDom().querySelector('canvas')!;
  }

  inSight(): string {
    return this.#inSight;
  }

  isWhole(): boolean {
    return this.#isWhole;
  }

  tick({ row, lines }: Update): void {
    const last = this.#length - 1;
    [row[1], row[4], row[3], row[2]].forEach((value, at) => {
      this.#columns[CANDLE[at]!]![last] = value!;
    });
    lines?.forEach((value, line) => {
      this.#columns[`line${line}`]![last] = Number.isNaN(value) ? null : value;
    });
    this.#chart!.setOption({ dataset: { source: this.#columns } });
  }

  destroy(): void {
    this.#chart?.dispose();
  }

  #span(): { start: number; end: number } {
    const { dataZoom } = this.#chart!.getOption() as { dataZoom: { start: number; end: number }[] };
    return dataZoom[0]!;
  }
}
