// BIAS: distance of the close from its mean in percent of the mean, any number of lines; none at a mean of 0 (INDICATORS.md 1.11, D6).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

class BiasCalculation implements Calculation {
  private readonly means: SlidingMean[];

  constructor(params: readonly number[]) {
    this.means = params.map((period) => new SlidingMean(period));
  }

  reset(): void {
    for (const mean of this.means) mean.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.means.length; line++) {
      const mean = this.means[line]!.mean(close);
      out[line] = mean === 0 ? NaN : (100 * (close - mean)) / mean;
    }
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.means.length; line++) this.means[line]!.commit(close);
  }
}

export const BIAS: Indicator = {
  name: 'BIAS',
  defaults: [6, 12, 24],
  refuse: (params) => refusePeriods('BIAS', params),
  lines: (params) => params.map((period, i) => ({ key: `bias${i + 1}`, title: `BIAS${period}`, type: 'line' })),
  start: (params) => new BiasCalculation(params),
};
