// BBI: mean of several means of closes (INDICATORS.md 1.6, D4).
import type { Bars } from '../candles/series.ts';
import { CloseMeans } from './close-means.ts';
import type { Indicator } from './indicator.ts';
import { refuseWindows } from './parameters.ts';

class BbiCalculation extends CloseMeans {
  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    let sum = 0;
    for (let k = 0; k < this.means.length; k++) sum += this.means[k]!.mean(close);
    out[0] = sum / this.means.length;
  }
}

export const BBI: Indicator = {
  name: 'BBI',
  defaults: [3, 6, 12, 24],
  refuse: (params) => refuseWindows('BBI', params, 2, 8),
  lines: () => [{ key: 'bbi', title: 'BBI', type: 'line' }],
  start: (params) => new BbiCalculation(params),
};
