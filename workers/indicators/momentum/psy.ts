// PSY: share of rising closes in percent, and its mean (docs/indicators.md 16).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { WRAP, strip } from '../kit/column.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class PsyPass implements Pass {
  readonly #share: SlidingMean;
  readonly #mean: SlidingMean;
  /** 100 for a rise, 0 otherwise and for the first bar. */
  readonly #rises = strip();

  constructor([period, meanPeriod]: readonly number[]) {
    this.#share = new SlidingMean(period!, WRAP);
    this.#mean = new SlidingMean(meanPeriod!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const rises = this.#rises;
    const wrap = rises.length - 1;
    let i = from;
    do {
      const change = close[i]! - close[Math.max(0, i - 1)]!;
      rises[i & wrap] = 100 * Number(change > 0) + 0 * change;
    } while (++i < to);
    this.#share.fill(rises, from, to, lines[0]!);
    this.#mean.fill(lines[0]!, from, to, lines[1]!);
  }
}

export const PSY: IndicatorDefinition = {
  name: 'PSY',
  lines: () => [line('psy', 'PSY'), line('maPsy', 'MAPSY')],
  start: (params) => new PsyPass(params),
};
