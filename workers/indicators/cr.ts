// CR: strength of highs above the middle of the bar before against lows below it, with four delayed means (INDICATORS.md 1.15, D3).
import type { Bars } from '../candles/series.ts';
import { Delay } from './delay.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { middleAt } from './prices.ts';
import { SlidingMean } from './sliding-mean.ts';

/** A difference with a rounded middle that is smaller than this share of the price is 0. */
const ROUNDING = 1e-12;

class CrCalculation implements Calculation {
  private readonly rises: SlidingMean;
  private readonly falls: SlidingMean;
  private readonly means: SlidingMean[];
  private readonly delays: Delay[];

  constructor([period, ...periods]: readonly number[]) {
    this.rises = new SlidingMean(period!);
    this.falls = new SlidingMean(period!);
    this.means = periods.map((each) => new SlidingMean(each));
    this.delays = periods.map((each) => new Delay(Math.ceil(each / 2.5 + 1)));
  }

  reset(): void {
    this.rises.reset();
    this.falls.reset();
    for (const mean of this.means) mean.reset();
    for (const delay of this.delays) delay.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const cr = this.ratio(bars, i);
    out[0] = cr;
    for (let k = 0; k < this.delays.length; k++) out[k + 1] = this.delays[k]!.value(cr);
  }

  commit(bars: Bars, i: number): void {
    const cr = this.ratio(bars, i);
    for (let k = 0; k < this.means.length; k++) {
      this.delays[k]!.commit(this.means[k]!.mean(cr));
      this.means[k]!.commit(cr);
    }
    this.rises.commit(rise(bars, i));
    this.falls.commit(fall(bars, i));
  }

  private ratio(bars: Bars, i: number): number {
    const rises = this.rises.mean(rise(bars, i));
    const falls = this.falls.mean(fall(bars, i));
    return falls === 0 ? 0 * rises : (100 * rises) / falls;
  }
}

/** The first bar is its own predecessor. */
function rise(bars: Bars, i: number): number {
  const high = bars.high[i]!;
  return term(high - middleAt(bars, Math.max(0, i - 1)), high);
}

function fall(bars: Bars, i: number): number {
  const low = bars.low[i]!;
  return term(middleAt(bars, Math.max(0, i - 1)) - low, low);
}

function term(difference: number, price: number): number {
  return difference <= ROUNDING * Math.abs(price) ? 0 : difference;
}

export const CR: Indicator = {
  name: 'CR',
  defaults: [26, 10, 20, 40, 60],
  refuse: (params) => refuseRanges('CR', params, [whole('period', 1, 1000), ...[1, 2, 3, 4].map((k) => whole(`period of mean ${k}`, 1, 500))]),
  lines: ([, ...periods]) => [
    { key: 'cr', title: 'CR', type: 'line' },
    ...periods.map((period, i) => ({ key: `ma${i + 1}`, title: `MA${period}`, type: 'line' as const })),
  ],
  start: (params) => new CrCalculation(params),
};
