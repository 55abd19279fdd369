// SMA: the smoothed mean of Tongdaxin, y = (m C + (n - m) y') / n, seeded by a plain one (INDICATORS.md 1.3, D1).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SeededAverage } from './seeded-average.ts';

class SmaCalculation implements Calculation {
  private readonly average: SeededAverage;

  constructor([period, weight]: readonly number[]) {
    this.average = new SeededAverage(period!, weight! / period!);
  }

  reset(): void {
    this.average.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    out[0] = this.average.value(bars.close[i]!);
  }

  commit(bars: Bars, i: number): void {
    this.average.commit(bars.close[i]!);
  }
}

export const SMA: Indicator = {
  name: 'SMA',
  defaults: [12, 2],
  refuse: (params) =>
    refuseRanges('SMA', params, [whole('period', 1, 1000), whole('weight', 1, 1000)]) ?? (params[1]! > params[0]! ? 'The weight of SMA is at most its period.' : null),
  lines: () => [{ key: 'sma', title: 'SMA', type: 'line' }],
  start: (params) => new SmaCalculation(params),
};
