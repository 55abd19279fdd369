// A measure of the close against the close n bars ago, and its mean: what MTM and ROC are made of.
import type { Bars } from '../candles/series.ts';
import type { Calculation } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

/** Lines: the measure, its mean. Parameters: the distance in bars, the period of the mean. */
export abstract class PastChange implements Calculation {
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

  protected abstract measure(close: number, before: number): number;

  private change({ close }: Bars, i: number): number {
    return i < this.period ? NaN : this.measure(close[i]!, close[i - this.period]!);
  }
}
