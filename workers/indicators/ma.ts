// MA: mean of the last n closes, any number of lines (INDICATORS.md 1.1).
import type { Bars } from '../candles/series.ts';
import { CloseMeans } from './close-means.ts';
import type { Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';

class MaCalculation extends CloseMeans {
  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.means.length; line++) out[line] = this.means[line]!.mean(close);
  }
}

export const MA: Indicator = {
  name: 'MA',
  defaults: [5, 10, 30, 60],
  refuse: (params) => refusePeriods('MA', params),
  lines: (params) => params.map((period, i) => ({ key: `ma${i + 1}`, title: `MA${period}`, type: 'line' })),
  start: (params) => new MaCalculation(params),
};
