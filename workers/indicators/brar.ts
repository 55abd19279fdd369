// BRAR: strength of rises against falls, from the open (AR) and from the close before (BR) (INDICATORS.md 1.12, D5).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

class BrarCalculation implements Calculation {
  private readonly rises: SlidingMean;
  private readonly falls: SlidingMean;
  private readonly openRises: SlidingMean;
  private readonly openFalls: SlidingMean;

  constructor([period]: readonly number[]) {
    this.rises = new SlidingMean(period!);
    this.falls = new SlidingMean(period!);
    this.openRises = new SlidingMean(period!);
    this.openFalls = new SlidingMean(period!);
  }

  reset(): void {
    this.rises.reset();
    this.falls.reset();
    this.openRises.reset();
    this.openFalls.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const before = bars.close[Math.max(0, i - 1)]!;
    const open = bars.open[i]!;
    const high = bars.high[i]!;
    const low = bars.low[i]!;
    out[0] = share(this.rises.mean(Math.max(0, high - before)), this.falls.mean(Math.max(0, before - low)));
    out[1] = share(this.openRises.mean(high - open), this.openFalls.mean(open - low));
  }

  commit(bars: Bars, i: number): void {
    const before = bars.close[Math.max(0, i - 1)]!;
    const open = bars.open[i]!;
    const high = bars.high[i]!;
    const low = bars.low[i]!;
    this.rises.commit(Math.max(0, high - before));
    this.falls.commit(Math.max(0, before - low));
    this.openRises.commit(high - open);
    this.openFalls.commit(open - low);
  }
}

/** Percent; 0 where nothing fell. */
function share(rises: number, falls: number): number {
  return falls === 0 ? 0 * rises : (100 * rises) / falls;
}

export const BRAR: Indicator = {
  name: 'BRAR',
  defaults: [26],
  refuse: (params) => refuseRanges('BRAR', params, [whole('period', 2, 1000)]),
  lines: () => [
    { key: 'br', title: 'BR', type: 'line' },
    { key: 'ar', title: 'AR', type: 'line' },
  ],
  start: (params) => new BrarCalculation(params),
};
