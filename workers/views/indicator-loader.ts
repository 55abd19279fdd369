// Loads the indicators with the first view that needs one.
import { errorMessage } from '../../core/errors/error-message.ts';
import { isBookLine, isIndicatorName, isOfCandles, refuseParams } from '../../core/market-data/indicator-params.ts';
import type { Bars } from '../candles/candle-series.ts';
import type { IndicatorSpec } from '../../core/worker-protocol/worker-protocol.ts';
import type { FlowSource } from '../order-flow/flow-source.ts';
import { type Indicators, IndicatorLines } from '../indicators/kit/indicator.ts';

/** Lines of an indicator, next to the candles. */
export interface Lines extends Pick<IndicatorLines, 'count' | 'columns' | 'recompute' | 'update'> {
  /** Made of the order flow, which changes without the candles. */
  readonly isOfFlow?: boolean;
  /** Of lines that are made of the book, which changes without the candles: call before reading its revisions. */
  refresh?(bars: Bars): void;
  readonly revision?: number;
  readonly pastRevision?: number;
  /** First row that changed with the last `refresh`, unless it is the last one. */
  readonly tailFrom?: number;
}

/** Makes the line of an indicator of the book, of so many percent of the middle price. */
export type BookLines = (depthPercent: number) => Lines;

/** Of an indicator that the chart itself draws. */
const NO_LINES: Lines = { count: 0, columns: [], recompute: () => {}, update: () => {} };

/** Why these indicators cannot be shown, as a sentence; null when they can. */
export function refuseIndicators(specs: readonly IndicatorSpec[]): string | null {
  for (const { name, params } of specs) {
    const refusal = isIndicatorName(name) ? refuseParams(name, params) : `There is no indicator ${name}.`;
    if (refusal !== null) return refusal;
  }
  return null;
}

export class IndicatorLoader {
  readonly #load: () => Promise<Indicators>;
  /** Called when loading ended, successful or not. */
  readonly #markDirty: () => void;
  #indicators: Indicators | null = null;
  #pending: Promise<void> | null = null;

  constructor(load: () => Promise<Indicators>, markDirty: () => void) {
    this.#load = load;
    this.#markDirty = markDirty;
  }

  /**
   * Loads the indicators unless they are loaded or loading. `fail` gets the reason of a failure; the next view retries.
   */
  fetch(fail: (reason: string) => void): void {
    if (this.#indicators) return;
    this.#pending ??= this.#load().then((indicators) => {
      this.#indicators = indicators;
      this.#markDirty();
    });
    this.#pending.catch((cause: unknown) => {
      this.#pending = null;
      fail(errorMessage(cause));
      this.#markDirty();
    });
  }

  /** Creates lines for valid specs; null until the indicators are loaded. */
  lines(specs: readonly IndicatorSpec[], flow: FlowSource | null, book: BookLines | null): Lines[] | null {
    if (specs.length === 0) return [];
    const indicators = this.#indicators;
    return (
      indicators &&
      specs.map((spec) =>
        isOfCandles(spec.name)
          ? new IndicatorLines(indicators.get(spec.name)!, spec)
          : ((isBookLine(spec.name) ? book?.(spec.params[0]!) : flow?.lines(spec.name)) ?? NO_LINES),
      )
    );
  }
}
