// ROC: change of the close over n bars in percent, 0 from a close of 0, and its mean (INDICATORS.md 1.22).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

class RocCalculation implements Calculation {
  private readonly period: number;
  private readonly mean: SlidingMean;

  constructor([period, meanPeriod]: readonly number[]) {
    this.period = period!;
    this.mean = new SlidingMean(meanPeriod!);
  }

  reset(): void {
    this.mean.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const change = this.change(bars, i);
    out[0] = change;
    out[1] = this.mean.mean(change);
  }

  commit(bars: Bars, i: number): void {
    this.mean.commit(this.change(bars, i));
  }

  private change({ close }: Bars, i: number): number {
    if (i < this.period) return NaN;
    const before = close[i - this.period]!;
    return before === 0 ? 0 * close[i]! : (100 * (close[i]! - before)) / before;
  }
}

export const ROC: Indicator = {
  name: 'ROC',
  defaults: [12, 6],
  refuse: (params) => refuseRanges('ROC', params, [whole('period', 1, 1000), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'roc', title: 'ROC', type: 'line' },
    { key: 'maRoc', title: 'MAROC', type: 'line' },
  ],
  start: (params) => new RocCalculation(params),
};
