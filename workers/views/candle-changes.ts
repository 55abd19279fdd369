// Changes of a view's candles since they were last shown; keeps its indicator lines up to date.
import type { IndicatorSpec } from '../../core/worker-protocol/worker-protocol.ts';
import type { CandleListener, CandleSource } from '../candles/candle-source.ts';
import type { FlowSource } from '../order-flow/flow-source.ts';
import type { BookLines, IndicatorLoader, Lines } from './indicator-loader.ts';

/** Of what a view's candles and lines are made: flow and book where an indicator needs them. */
export interface CandleSources {
  feed: CandleSource;
  /** Trades of the candles by price. */
  flow?: FlowSource | null;
  book?: BookLines | null;
}

export class CandleChanges implements CandleListener {
  readonly feed: CandleSource;
  readonly flow: FlowSource | null;
  /** In the order of the specs; empty until the indicators are loaded, before which nothing is shown. */
  indicators: readonly Lines[] = [];
  /** Whether all rows are new. */
  reset = true;
  /** Number of prepended rows. */
  added = 0;
  /** First row that changed; Infinity without one. */
  tailFrom = Infinity;
  /** Whether rows before the last two changed since the lines were computed. */
  #stale = true;
  #waiting = true;
  /** Number of rows for which the lines were computed. */
  #computed = 0;
  /** Order flow that the lines have, and its revisions. */
  #flowBars: FlowSource['bars'] = null;
  #flowRevision = 0;
  #flowPastRevision = 0;
  /** Sums over the lines of the book. */
  #bookRevision = 0;
  #bookPastRevision = 0;
  readonly #book: BookLines | null;
  readonly #specs: readonly IndicatorSpec[];
  readonly #indicatorLoader: IndicatorLoader;
  readonly #fail: (reason: string) => void;

  /** `specs` must be valid. `fail` is called with the reason why candles or indicators could not be loaded. */
  constructor(
    specs: readonly IndicatorSpec[],
    { feed, flow = null, book = null }: CandleSources,
    indicatorLoader: IndicatorLoader,
    fail: (reason: string) => void,
  ) {
    this.#specs = specs;
    this.#indicatorLoader = indicatorLoader;
    this.feed = feed;
    this.flow = flow;
    this.#book = book;
    this.#fail = fail;
    if (specs.length > 0) indicatorLoader.fetch(fail);
  }

  onReset(): void {
    this.reset = true;
  }

  onTail(first: number, inPast: boolean): void {
    this.tailFrom = Math.min(this.tailFrom, first);
    this.#stale ||= inPast;
  }

  onPrepend(added: number): void {
    this.added += added;
    this.tailFrom += added;
    this.#stale = true;
    // An empty page counts as a change: hasMore may have changed.
    if (added === 0) this.tailFrom = Math.min(this.tailFrom, Math.max(0, this.feed.series.length - 1));
  }

  onFailure(reason: string): void {
    this.#fail(reason);
  }

  /** Updates the lines. Returns whether there is something to show; then call `markShown`. */
  prepare(): boolean {
    const { series, phase } = this.feed;
    this.#noteFlow();
    this.#noteBook();
    if (series.length > 0) this.flow?.cover(series.timeAt(0));
    if (phase !== 'ready' || (!this.reset && this.added === 0 && this.tailFrom === Infinity) || !this.#hasLines())
      return false;
    if (this.reset || this.#stale) for (const lines of this.indicators) lines.recompute(series);
    else for (const lines of this.indicators) lines.update(series);
    this.#computed = series.length;
    return true;
  }

  markShown(): void {
    this.reset = this.#stale = false;
    this.added = 0;
    this.tailFrom = Infinity;
  }

  #hasLines(): boolean {
    if (!this.#waiting) return true;
    const lines = this.#indicatorLoader.lines(this.#specs, this.flow, this.#book);
    if (!lines) return false;
    this.indicators = lines;
    this.#waiting = false;
    return true;
  }

  /** Lines of the order flow change without the candles, of which several may have been there before their trades. */
  #noteFlow(): void {
    const bars = this.flow?.bars;
    const isKnown = bars === this.#flowBars && bars?.revision === this.#flowRevision;
    if (!bars || isKnown || !this.indicators.some(({ isOfFlow }) => isOfFlow)) return;
    const { series } = this.feed;
    const isPast = bars !== this.#flowBars || bars.pastRevision !== this.#flowPastRevision;
    const first = isPast ? 0 : series.indexOf(bars.time[bars.changedSince(this.#flowRevision)]!);
    this.#flowBars = bars;
    this.#flowRevision = bars.revision;
    this.#flowPastRevision = bars.pastRevision;
    this.#stale ||= first < this.#computed - 1;
    this.tailFrom = Math.min(this.tailFrom, first, Math.max(0, series.length - 1));
  }

  /** So do those of the book. */
  #noteBook(): void {
    if (!this.#book || this.feed.series.length === 0) return;
    const { series } = this.feed;
    let tailFrom = series.length - 1;
    let revision = 0;
    let pastRevision = 0;
    for (const lines of this.indicators) {
      if (!lines.refresh) continue;
      lines.refresh(series);
      tailFrom = Math.min(tailFrom, lines.tailFrom ?? tailFrom);
      revision += lines.revision!;
      pastRevision += lines.pastRevision!;
    }
    if (revision === this.#bookRevision) return;
    const isPast = pastRevision !== this.#bookPastRevision;
    this.#bookRevision = revision;
    this.#bookPastRevision = pastRevision;
    this.#stale ||= isPast;
    this.tailFrom = isPast ? 0 : Math.min(this.tailFrom, tailFrom);
  }
}
