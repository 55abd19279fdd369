// Means of the last n closes, one per period: what MA, BIAS and BBI are made of.
import type { Bars } from '../candles/series.ts';
import type { Calculation } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export abstract class CloseMeans implements Calculation {
  protected readonly means: SlidingMean[];

  constructor(periods: readonly number[]) {
    this.means = periods.map((period) => new SlidingMean(period));
  }

  reset(): void {
    for (const mean of this.means) mean.reset();
  }

  abstract evaluate(bars: Bars, i: number, out: Float64Array): void;

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.means.length; line++) this.means[line]!.commit(close);
  }
}
