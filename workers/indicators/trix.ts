// TRIX: change of a triple EMA in percent, and its mean; none where the triple EMA was 0 (INDICATORS.md 1.18, D6, D9).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { type SeededAverage, seededEma } from './seeded-average.ts';
import { SlidingMean } from './sliding-mean.ts';

class TrixCalculation implements Calculation {
  private readonly once: SeededAverage;
  private readonly twice: SeededAverage;
  private readonly thrice: SeededAverage;
  private readonly mean: SlidingMean;
  /** The triple EMA of the last bar that has one. */
  private last = NaN;

  constructor([period, meanPeriod]: readonly number[]) {
    this.once = seededEma(period!);
    this.twice = seededEma(period!);
    this.thrice = seededEma(period!);
    this.mean = new SlidingMean(meanPeriod!);
  }

  reset(): void {
    this.once.reset();
    this.twice.reset();
    this.thrice.reset();
    this.mean.reset();
    this.last = NaN;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const trix = this.change(this.thrice.value(this.twice.value(this.once.value(bars.close[i]!))));
    out[0] = trix;
    out[1] = this.mean.mean(trix);
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    const once = this.once.value(close);
    const twice = this.twice.value(once);
    const thrice = this.thrice.value(twice);
    this.mean.commit(this.change(thrice));
    this.once.commit(close);
    this.twice.commit(once);
    this.thrice.commit(twice);
    if (Number.isFinite(thrice)) this.last = thrice;
  }

  private change(thrice: number): number {
    return this.last === 0 ? NaN : (100 * (thrice - this.last)) / this.last;
  }
}

export const TRIX: Indicator = {
  name: 'TRIX',
  defaults: [12, 9],
  refuse: (params) => refuseRanges('TRIX', params, [whole('period', 1, 500), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'trix', title: 'TRIX', type: 'line' },
    { key: 'maTrix', title: 'MATRIX', type: 'line' },
  ],
  start: (params) => new TrixCalculation(params),
};
