// PSY: share of rising closes in percent, and its mean (INDICATORS.md 1.16).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

/** 1 for a rise, 0 for none (so the first bar), NaN beside a close that is not a number. */
function riseAt({ close }: Bars, i: number): number {
  const change = close[i]! - close[Math.max(0, i - 1)]!;
  if (!Number.isFinite(change)) return NaN;
  return change > 0 ? 1 : 0;
}

class PsyCalculation implements Calculation {
  private readonly rises: SlidingMean;
  private readonly mean: SlidingMean;

  constructor([period, meanPeriod]: readonly number[]) {
    this.rises = new SlidingMean(period!);
    this.mean = new SlidingMean(meanPeriod!);
  }

  reset(): void {
    this.rises.reset();
    this.mean.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const psy = 100 * this.rises.mean(riseAt(bars, i));
    out[0] = psy;
    out[1] = this.mean.mean(psy);
  }

  commit(bars: Bars, i: number): void {
    const rise = riseAt(bars, i);
    this.mean.commit(100 * this.rises.mean(rise));
    this.rises.commit(rise);
  }
}

export const PSY: Indicator = {
  name: 'PSY',
  defaults: [12, 6],
  refuse: (params) => refuseRanges('PSY', params, [whole('period', 1, 1000), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'psy', title: 'PSY', type: 'line' },
    { key: 'maPsy', title: 'MAPSY', type: 'line' },
  ],
  start: (params) => new PsyCalculation(params),
};
