// Draws a view's candles on a chart hosted in this thread: no columns are copied to the page.
import type { ChartSeries } from '../../chart/api.ts';
import { chartIndicators } from '../../chart/indicators/indicator-looks.ts';
import type { IndicatorSpec, ThreadEvent, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { CandleSource } from '../candles/candle-source.ts';
import type { AcquiredDepth } from '../depth-history/depth-store.ts';
import type { CandleChanges } from './candle-changes.ts';
import type { FlowBars } from '../../chart/order-flow/flow-bars.ts';
import type { LiveView } from './live-view.ts';

/** A hosted chart and what it shows. */
export interface HostedChart {
  /** null until the chart engine is loaded. */
  series: ChartSeries | null;
  /** Source of its candles: a view with other indicators need not set them again. */
  feed: CandleSource | null;
  /** Loads candles older than the first one shown. */
  loadOlder: () => void;
}

/** What a view on a hosted chart is made of. */
export interface ChartViewParts {
  id: ViewId;
  indicators: readonly IndicatorSpec[];
  changes: CandleChanges;
  /** The recorded book; null where no indicator shows it. */
  depth: AcquiredDepth | null;
  emit(event: ThreadEvent): void;
}

export class ChartView implements LiveView {
  readonly #parts: ChartViewParts;
  readonly #find: () => HostedChart | undefined;
  readonly #loadOlder: () => void;
  /** Line columns that the chart has; growing replaces the arrays. */
  #values: Float64Array[] = [];
  /** Number of rows that the chart has. */
  #drawn = 0;
  /** Revision of the recorded book that the chart has; NaN: the chart does not have it yet. */
  #depthRevision = NaN;
  /** Order flow that the chart has, and its revision; undefined before the first candles. */
  #flow: FlowBars | null | undefined;
  #flowRevision = 0;

  /** `find` returns the chart once it is loaded and until it is disposed. */
  constructor(parts: ChartViewParts, find: () => HostedChart | undefined, loadOlder: () => void) {
    this.#parts = parts;
    this.#find = find;
    this.#loadOlder = loadOlder;
  }

  write(): void {
    const chart = this.#find();
    const { changes } = this.#parts;
    if (!chart?.series) return;
    this.#drawDepth(chart.series);
    if (changes.prepare()) {
      this.#drawCandles(chart, chart.series);
      this.#drawn = changes.feed.series.length;
      if (this.#linesReallocated()) this.#drawLines(chart.series);
      changes.markShown();
    } else if (this.#flow === undefined) return;
    this.#drawFlow(chart.series);
  }

  #drawFlow(to: ChartSeries): void {
    const flow = this.#parts.changes.flow?.bars ?? null;
    const revision = flow?.revision ?? 0;
    if (flow === this.#flow && revision === this.#flowRevision) return;
    this.#flow = flow;
    this.#flowRevision = revision;
    to.setOrderFlow(flow);
  }

  #drawDepth(to: ChartSeries): void {
    const { depth } = this.#parts;
    const recorder = depth?.recorder;
    recorder?.advance(depth!.asOf());
    const revision = recorder?.revision ?? -1;
    if (revision === this.#depthRevision) return;
    this.#depthRevision = revision;
    to.setHeatMap(recorder ?? null);
  }

  #drawCandles(chart: HostedChart, to: ChartSeries): void {
    const { changes } = this.#parts;
    const { feed } = changes;
    const { series } = feed;
    // The first candles of an empty market arrive one by one: each is a reset for the chart and for the page.
    if (changes.reset || this.#drawn === 0) {
      const same = changes.reset && chart.feed === feed;
      chart.feed = feed;
      chart.loadOlder = this.#loadOlder;
      this.#values = [];
      to.setCandles(series, same ? 'refresh' : 'reset');
      this.#parts.emit({ kind: 'viewDrawn', view: this.#parts.id, candles: series.length });
      return;
    }
    if (changes.added > 0) {
      to.setCandles(series, 'prepend', changes.added);
      // Older candles change the lines of all later rows.
      this.#values = [];
    }
    // After 'tail' a chart reads its last row and those after it: an earlier change needs a refresh.
    if (changes.tailFrom < series.length)
      to.setCandles(series, changes.tailFrom < this.#drawn + changes.added - 1 ? 'refresh' : 'tail', 0);
  }

  #linesReallocated(): boolean {
    let at = 0;
    let reallocated = this.#values.length === 0;
    for (const { columns } of this.#parts.changes.indicators)
      for (const column of columns) reallocated ||= this.#values[at++] !== column;
    return reallocated;
  }

  #drawLines(to: ChartSeries): void {
    this.#values = this.#parts.changes.indicators.flatMap(({ columns }) => columns);
    const indicators = chartIndicators(this.#parts.indicators, this.#values);
    if (!indicators) throw new Error('the chart does not know the lines of an indicator');
    to.setIndicators(indicators);
  }
}
