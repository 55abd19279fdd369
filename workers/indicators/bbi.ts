// BBI: mean of several means of closes (INDICATORS.md 1.6, D4).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseWindows } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

class BbiCalculation implements Calculation {
  private readonly means: SlidingMean[];

  constructor(params: readonly number[]) {
    this.means = params.map((period) => new SlidingMean(period));
  }

  reset(): void {
    for (const mean of this.means) mean.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    let sum = 0;
    for (let k = 0; k < this.means.length; k++) sum += this.means[k]!.mean(close);
    out[0] = sum / this.means.length;
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    for (let k = 0; k < this.means.length; k++) this.means[k]!.commit(close);
  }
}

export const BBI: Indicator = {
  name: 'BBI',
  defaults: [3, 6, 12, 24],
  refuse: (params) => refuseWindows('BBI', params, 2, 8),
  lines: () => [{ key: 'bbi', title: 'BBI', type: 'line' }],
  start: (params) => new BbiCalculation(params),
};
