// BIAS: distance of the close from its mean in percent of the mean, any number of lines; none at a mean of 0 (INDICATORS.md 1.11, D6).
import type { Bars } from '../candles/series.ts';
import { CloseMeans } from './close-means.ts';
import type { Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';

class BiasCalculation extends CloseMeans {
  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.means.length; line++) {
      const mean = this.means[line]!.mean(close);
      out[line] = mean === 0 ? NaN : (100 * (close - mean)) / mean;
    }
  }
}

export const BIAS: Indicator = {
  name: 'BIAS',
  defaults: [6, 12, 24],
  refuse: (params) => refusePeriods('BIAS', params),
  lines: (params) => params.map((period, i) => ({ key: `bias${i + 1}`, title: `BIAS${period}`, type: 'line' })),
  start: (params) => new BiasCalculation(params),
};
