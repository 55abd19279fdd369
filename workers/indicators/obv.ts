// OBV: volume added on a rising close and taken off on a falling one, from 0, and its mean (INDICATORS.md 1.19).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { volumeAt } from './prices.ts';
import { SlidingMean } from './sliding-mean.ts';

class ObvCalculation implements Calculation {
  private readonly mean: SlidingMean;
  private balance = 0;
  /** The last close that was a number; NaN before the first, which adds nothing. */
  private last = NaN;

  constructor([period]: readonly number[]) {
    this.mean = new SlidingMean(period!);
  }

  reset(): void {
    this.mean.reset();
    this.balance = 0;
    this.last = NaN;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const obv = this.next(bars, i);
    out[0] = obv;
    out[1] = this.mean.mean(obv);
  }

  commit(bars: Bars, i: number): void {
    const obv = this.next(bars, i);
    this.mean.commit(obv);
    if (!Number.isFinite(obv)) return;
    this.balance = obv;
    this.last = bars.close[i]!;
  }

  private next(bars: Bars, i: number): number {
    const close = bars.close[i]!;
    if (!Number.isFinite(close)) return NaN;
    if (close > this.last) return this.balance + volumeAt(bars, i);
    return close < this.last ? this.balance - volumeAt(bars, i) : this.balance;
  }
}

export const OBV: Indicator = {
  name: 'OBV',
  defaults: [30],
  refuse: (params) => refuseRanges('OBV', params, [whole('mean period', 1, 1000)]),
  lines: () => [
    { key: 'obv', title: 'OBV', type: 'line' },
    { key: 'maObv', title: 'MAOBV', type: 'line' },
  ],
  start: (params) => new ObvCalculation(params),
};
