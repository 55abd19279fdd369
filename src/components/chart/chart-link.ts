// Charts that show the same span of time and the same moment under the crosshair.
import type { ChartControls, ChartEvent } from '../../../chart/api.ts';

/** What a link needs of a chart controller. */
export interface LinkedChart {
  onEvent(listener: (event: ChartEvent) => void): () => void;
  set(name: 'setSpanShared', value: boolean): void;
  readonly chart: Pick<ChartControls, 'showSpan' | 'showMoment'> | null;
}

export interface LinkedParts {
  crosshair: boolean;
  time: boolean;
}

export class ChartLink {
  readonly #charts = new Set<LinkedChart>();
  #parts: LinkedParts;

  constructor(parts: LinkedParts) {
    this.#parts = parts;
  }

  setParts(parts: LinkedParts): void {
    this.#parts = parts;
    for (const chart of this.#charts) chart.set('setSpanShared', parts.time);
    if (!parts.crosshair) for (const { chart } of this.#charts) chart?.showMoment(null);
  }

  /** Links a chart; returns the function that ends it. */
  add(chart: LinkedChart): () => void {
    this.#charts.add(chart);
    chart.set('setSpanShared', this.#parts.time);
    const stop = chart.onEvent((event) => this.#onEvent(chart, event));
    return () => {
      stop();
      this.#charts.delete(chart);
      // The moment under its crosshair is shown by none any more.
      if (this.#parts.crosshair) for (const { chart: other } of this.#charts) other?.showMoment(null);
    };
  }

  #onEvent(from: LinkedChart, event: ChartEvent): void {
    const others = (): LinkedChart[] => [...this.#charts].filter((each) => each !== from);
    if (event.kind === 'crosshair' && this.#parts.crosshair)
      for (const { chart } of others()) chart?.showMoment(event.candle?.time ?? null);
    else if (event.kind === 'span' && this.#parts.time) for (const { chart } of others()) chart?.showSpan(event.span);
  }
}
