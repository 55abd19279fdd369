// BOLL: mean of closes and k population deviations above and below it (INDICATORS.md 1.4).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, tenths, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

/** Two passes over the window, O(n): sums of squares would cancel on prices that are large beside their moves. */
class BollCalculation implements Calculation {
  private readonly period: number;
  private readonly factor: number;
  private readonly closes: SlidingMean;

  constructor([period, factor]: readonly number[]) {
    this.period = period!;
    this.factor = factor!;
    this.closes = new SlidingMean(period!);
  }

  reset(): void {
    this.closes.reset();
  }

  evaluate({ close }: Bars, i: number, out: Float64Array): void {
    const middle = this.closes.mean(close[i]!);
    let squares = 0;
    for (let at = Math.max(0, i - this.period + 1); at <= i; at++) {
      const distance = close[at]! - middle;
      squares += distance * distance;
    }
    const width = this.factor * Math.sqrt(squares / this.period);
    out[0] = middle + width;
    out[1] = middle;
    out[2] = middle - width;
  }

  commit(bars: Bars, i: number): void {
    this.closes.commit(bars.close[i]!);
  }
}

export const BOLL: Indicator = {
  name: 'BOLL',
  defaults: [20, 2],
  refuse: (params) => refuseRanges('BOLL', params, [whole('period', 2, 1000), tenths('factor', 0.1, 10)]),
  lines: () => [
    { key: 'up', title: 'UP', type: 'line' },
    { key: 'mid', title: 'MID', type: 'line' },
    { key: 'dn', title: 'DN', type: 'line' },
  ],
  start: (params) => new BollCalculation(params),
};
