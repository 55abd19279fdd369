// VOL: volume as bars, and its mean over n bars, any number of lines; a missing volume counts 0 (INDICATORS.md 1.7).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';
import { volumeAt } from './prices.ts';

class VolCalculation implements Calculation {
  private readonly means: SlidingMean[];

  constructor(params: readonly number[]) {
    this.means = params.map((period) => new SlidingMean(period));
  }

  reset(): void {
    for (const mean of this.means) mean.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const volume = volumeAt(bars, i);
    for (let line = 0; line < this.means.length; line++) out[line] = this.means[line]!.mean(volume);
    out[this.means.length] = volume;
  }

  commit(bars: Bars, i: number): void {
    const volume = volumeAt(bars, i);
    for (let line = 0; line < this.means.length; line++) this.means[line]!.commit(volume);
  }
}

export const VOL: Indicator = {
  name: 'VOL',
  defaults: [5, 10, 20],
  refuse: (params) => refusePeriods('VOL', params),
  lines: (params) => [
    ...params.map((period, i) => ({ key: `ma${i + 1}`, title: `MA${period}`, type: 'line' as const })),
    { key: 'volume', title: 'VOL', type: 'bar' },
  ],
  start: (params) => new VolCalculation(params),
};
