// AO: difference of two means of the middle price, as bars (docs/indicators.md 24).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { WRAP, strip } from '../kit/column.ts';
import { fillDifference } from '../kit/difference.ts';
import type { IndicatorDefinition } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class AoPass implements Pass {
  readonly #fast: SlidingMean;
  readonly #slow: SlidingMean;
  readonly #middle = strip();
  readonly #slowMean = strip();

  constructor([fast, slow]: readonly number[]) {
    this.#fast = new SlidingMean(fast!, WRAP);
    this.#slow = new SlidingMean(slow!, WRAP, WRAP);
  }

  fill({ high, low }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const middle = this.#middle;
    const slowMean = this.#slowMean;
    const ao = lines[0]!;
    const wrap = middle.length - 1;
    let i = from;
    do middle[i & wrap] = (high[i]! + low[i]!) / 2;
    while (++i < to);
    this.#fast.fill(middle, from, to, ao);
    this.#slow.fill(middle, from, to, slowMean);
    fillDifference(ao, slowMean, 1, from, to, ao, wrap);
  }
}

export const AO: IndicatorDefinition = {
  name: 'AO',
  lines: () => [{ key: 'ao', title: 'AO', type: 'bar' }],
  start: (params) => new AoPass(params),
};
