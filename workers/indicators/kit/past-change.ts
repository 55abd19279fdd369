// Change of the close against the close n bars ago, and its mean: the formula of MTM and ROC.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from './calculation.ts';
import { SlidingMean } from './sliding-mean.ts';

/**
 * Lines: the change (`relative`: in percent, and 0 after a close of 0), its mean. Parameters: the distance in bars, the
 * period of the mean.
 */
export class PastChange implements Pass {
  readonly #period: number = 0;
  readonly #relative: boolean;
  readonly #mean: SlidingMean;

  constructor([period, meanPeriod]: readonly number[], relative: boolean) {
    this.#period = period!;
    this.#relative = relative;
    this.#mean = new SlidingMean(meanPeriod!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const period = this.#period;
    const relative = this.#relative;
    const changes = lines[0]!;
    let i = from;
    do {
      const before = close[Math.max(0, i - period)]!;
      const change = close[i]! - before;
      const share = (100 * change) / before;
      const none = 0 * change;
      const value = !relative ? change : before === 0 ? none : share;
      changes[i] = value + (value - value);
      if (i < period) changes[i] = NaN;
    } while (++i < to);
    this.#mean.fill(changes, from, to, lines[1]!);
  }
}
