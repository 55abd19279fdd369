// AO: difference of two means of the middle price, as bars (INDICATORS.md 1.24).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { middleAt } from './prices.ts';
import { SlidingMean } from './sliding-mean.ts';

class AoCalculation implements Calculation {
  private readonly fast: SlidingMean;
  private readonly slow: SlidingMean;

  constructor([fast, slow]: readonly number[]) {
    this.fast = new SlidingMean(fast!);
    this.slow = new SlidingMean(slow!);
  }

  reset(): void {
    this.fast.reset();
    this.slow.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const middle = middleAt(bars, i);
    out[0] = this.fast.mean(middle) - this.slow.mean(middle);
  }

  commit(bars: Bars, i: number): void {
    const middle = middleAt(bars, i);
    this.fast.commit(middle);
    this.slow.commit(middle);
  }
}

export const AO: Indicator = {
  name: 'AO',
  defaults: [5, 34],
  refuse: (params) => refuseRanges('AO', params, [whole('fast period', 1, 1000), whole('slow period', 1, 1000)]),
  lines: () => [{ key: 'ao', title: 'AO', type: 'bar' }],
  start: (params) => new AoCalculation(params),
};
