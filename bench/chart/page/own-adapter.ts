// Adapter of our chart on the main thread, beside its columns and indicators.
import type { BackendChoice } from '../../../chart/render/backend.ts';
import { createChart, type MainThreadChart } from '../../../chart/hosts/main-thread-chart.ts';
import type { CandleSeries } from '../../../workers/candles/candle-series.ts';
import type { IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import { shownFlow } from '../../heatmap/page/heat-ask.ts';
import { madeFlow } from '../../heatmap/page/made-flow.ts';
import type { Layout, Soaked, Update } from './adapter.ts';
import { liveContexts } from './contexts.ts';
import { chartIndicators, computeLines, hasLines } from './full-layout.ts';
import { ownOptions } from './look.ts';
import { otherMarket, soakTicks } from './soak.ts';
import { pressEnd, spanInSight, wheelTo } from './own-steer.ts';

export class OwnAdapter implements Soaked {
  readonly #choice: BackendChoice;
  #series: CandleSeries | null = null;
  #layout: Layout = 'full';
  #lines: IndicatorLines[] = [];
  #chart: MainThreadChart | null = null;
  #host: HTMLElement | null = null;

  constructor(choice: BackendChoice) {
    this.#choice = choice;
  }

  prepare(series: CandleSeries, layout: Layout): void {
    this.#series = series;
    this.#layout = layout;
  }

  mount(host: HTMLElement): void {
    const canvas = document.createElement('canvas');
    canvas.className = 'own';
    canvas.tabIndex = 0;
    host.replaceChildren(canvas);
    this.#host = host;
    this.#chart = createChart(canvas, ownOptions(this.#series!.lastTime), () => undefined, this.#choice);
    this.#chart.resize(host.clientWidth, host.clientHeight, devicePixelRatio);
    this.#show();
  }

  showBars(count: number): void {
    wheelTo(this.handTarget(), count);
  }
  toNewest(): void {
    pressEnd(this.handTarget());
  }
  handTarget(): HTMLElement {
    return this.#host!.querySelector('canvas')!;
  }

  inSight(): Promise<string> {
    return spanInSight(this.#chart!);
  }

  tick({ row }: Update): void {
    const series = this.#series!;
    series.upsert(row, 0);
    for (const each of this.#lines) each.update(series);
    this.#chart!.setCandles(series, 'tail');
  }

  soakTicks(count: number): Promise<void> {
    return soakTicks(this.#series!, count, () => {
      for (const each of this.#lines) each.update(this.#series!);
      this.#chart!.setCandles(this.#series!, 'tail');
    });
  }

  async switchMarket(): Promise<void> {
    this.#series = otherMarket(this.#series!);
    this.#show();
  }

  async backendNow(): Promise<string> {
    return this.#chart?.backend ?? '';
  }
  async liveContexts(): Promise<number> {
    return liveContexts();
  }

  destroy(): void {
    this.#chart?.dispose();
  }

  #show(): void {
    this.#lines = hasLines(this.#layout) ? computeLines(this.#series!) : [];
    this.#chart!.setCandles(this.#series!, 'reset');
    if (hasLines(this.#layout)) this.#chart!.setIndicators(chartIndicators(this.#lines));
    if (this.#layout !== 'flow') return;
    this.#chart!.setIndicators(shownFlow());
    this.#chart!.setOrderFlow(madeFlow().flow);
  }
}
