// MTM: change of the close over n bars, and its mean (INDICATORS.md 1.21).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

class MtmCalculation implements Calculation {
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
    return close[i]! - before;
  }
}

export const MTM: Indicator = {
  name: 'MTM',
  defaults: [12, 6],
  refuse: (params) => refuseRanges('MTM', params, [whole('period', 1, 1000), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'mtm', title: 'MTM', type: 'line' },
    { key: 'maMtm', title: 'MAMTM', type: 'line' },
  ],
  start: (params) => new MtmCalculation(params),
};
