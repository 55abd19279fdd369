// The shelf of indicators as views see it: it comes with the first view that shows one, not with the market.
import { type IndicatorName, INDICATOR_PARAMS, refuseParams } from '../../core/market-data/indicator-params.ts';
import type { IndicatorSpec } from '../../core/worker-protocol/worker-protocol.ts';
import { type Indicator, IndicatorLines } from '../indicators/kit/indicator.ts';

export type Indicators = ReadonlyMap<string, Indicator>;

const isIndicatorName = (name: string): name is IndicatorName => Object.hasOwn(INDICATOR_PARAMS, name);

/** Why these indicators cannot be shown, as a sentence; null when they can. */
export function refuseIndicators(specs: readonly IndicatorSpec[]): string | null {
  for (const { name, params } of specs) {
    const refusal = isIndicatorName(name) ? refuseParams(name, params) : `There is no indicator ${name}.`;
    if (refusal !== null) return refusal;
  }
  return null;
}

export class IndicatorLoader {
  private readonly load: () => Promise<Indicators>;
  /** Called when the shelf has come, or could not. */
  private readonly markDirty: () => void;
  private indicators: Indicators | null = null;
  private pending: Promise<void> | null = null;

  constructor(load: () => Promise<Indicators>, markDirty: () => void) {
    this.load = load;
    this.markDirty = markDirty;
  }

  /**
   * Sends for the shelf unless it is here or on its way; `fail` hears why it could not come, and the next view tries
   * again.
   */
  fetch(fail: (reason: string) => void): void {
    if (this.indicators) return;
    this.pending ??= this.load().then((indicators) => {
      this.indicators = indicators;
      this.markDirty();
    });
    this.pending.catch((cause: unknown) => {
      this.pending = null;
      fail(cause instanceof Error ? cause.message : String(cause));
      this.markDirty();
    });
  }

  /** Fresh lines for indicators that are not refused; null until the shelf is here. */
  lines(specs: readonly IndicatorSpec[]): IndicatorLines[] | null {
    if (specs.length === 0) return [];
    const { indicators } = this;
    return indicators && specs.map((spec) => new IndicatorLines(indicators.get(spec.name)!, spec));
  }
}
