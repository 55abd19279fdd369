// Adapter of klinecharts: it computes its indicators itself.
import { type Chart, dispose, init, type KLineData } from 'klinecharts';
import type { CandleSeries } from '../../../../workers/candles/candle-series.ts';
import type { Adapter, Layout, Update } from '../adapter.ts';
import { FULL } from '../full-layout.ts';
import { AMOUNT_DECIMALS, PRICE_DECIMALS } from '../look.ts';

export class KlineAdapter implements Adapter {
  #data: KLineData[] = [];
  #layout: Layout = 'full';
  #chart: Chart | null = null;
  #host: HTMLElement | null = null;
  #push: (data: KLineData) => void = () => undefined;

  prepare(series: CandleSeries, layout: Layout): void {
    this.#layout = layout;
    this.#data = Array.from({ length: series.length }, (_, i) => ({
      timestamp: series.time[i]!,
      open: series.open[i]!,
      high: series.high[i]!,
      low: series.low[i]!,
      close: series.close[i]!,
      volume: series.volume[i]!,
    }));
  }

  mount(host: HTMLElement): void {
    this.#host = host;
    const chart = init(host, { styles: 'dark', layout: { barSpaceLimit: { min: 0.001 } } });
    if (!chart) throw new Error('klinecharts did not start');
    this.#chart = chart;
    chart.setSymbol({ ticker: 'BTCUSDT', pricePrecision: PRICE_DECIMALS, volumePrecision: AMOUNT_DECIMALS });
    chart.setPeriod({ span: 1, type: 'minute' });
    if (this.#layout === 'full') {
      for (const { name, params, pane } of FULL)
        chart.createIndicator(
          { name, calcParams: params, ...(pane === 'main' ? { paneId: 'candle_pane' } : {}) },
          true,
        );
    }
    const data = this.#data;
    this.#data = [];
    chart.setDataLoader({
      getBars: ({ type, callback }) => callback(type === 'init' ? data : [], false),
      subscribeBar: ({ callback }) => {
        this.#push = callback;
      },
    });
  }

  showBars(count: number): void {
    const chart = this.#chart;
    const widthPx = chart?.getSize('candle_pane', 'main')?.width ?? 0;
    chart?.setOffsetRightDistance(0);
    chart?.setBarSpace(widthPx / count);
    chart?.scrollToRealTime();
  }

  toNewest(): void {
    this.#chart?.scrollToRealTime();
  }

  handTarget(): HTMLElement {
    return this.#host!.firstElementChild as HTMLElement;
  }

  inSight(): string {
    const { realFrom, realTo } = this.#chart!.getVisibleRange();
    return `${realFrom} ${realTo}`;
  }

  tick({ row }: Update): void {
    this.#push({ timestamp: row[0]!, open: row[1]!, high: row[2]!, low: row[3]!, close: row[4]!, volume: row[5]! });
  }

  destroy(): void {
    if (this.#host) dispose(this.#host);
  }
}
