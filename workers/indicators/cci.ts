// CCI: distance of the typical price from its mean in mean deviations; a flat window is 0 (INDICATORS.md 1.13, D7).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

function typicalAt(bars: Bars, i: number): number {
  return (bars.high[i]! + bars.low[i]! + bars.close[i]!) / 3;
}

/** The mean deviation needs the whole window: O(n) a tick. */
class CciCalculation implements Calculation {
  private readonly period: number;
  private readonly mean: SlidingMean;
  /** The last `period - 1` typical prices. */
  private readonly window: Float64Array;
  private at = 0;
  private last = NaN;
  /** How many of the last typical prices are equal: flat is told by the inputs, never by a rounded deviation. */
  private equal = 0;

  constructor([period]: readonly number[]) {
    this.period = period!;
    this.mean = new SlidingMean(period!);
    this.window = new Float64Array(period! - 1);
  }

  reset(): void {
    this.mean.reset();
    this.at = this.equal = 0;
    this.last = NaN;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const typical = typicalAt(bars, i);
    const mean = this.mean.mean(typical);
    if (typical === this.last && this.equal >= this.period - 1) {
      out[0] = 0;
      return;
    }
    let deviation = Math.abs(typical - mean);
    for (let k = 0; k < this.window.length; k++) deviation += Math.abs(this.window[k]! - mean);
    out[0] = deviation === 0 ? 0 : ((typical - mean) * this.period) / (0.015 * deviation);
  }

  commit(bars: Bars, i: number): void {
    const typical = typicalAt(bars, i);
    this.mean.commit(typical);
    this.window[this.at] = typical;
    this.at = this.at + 1 === this.window.length ? 0 : this.at + 1;
    this.equal = typical === this.last ? this.equal + 1 : 1;
    this.last = typical;
  }
}

export const CCI: Indicator = {
  name: 'CCI',
  defaults: [20],
  refuse: (params) => refuseRanges('CCI', params, [whole('period', 2, 1000)]),
  lines: () => [{ key: 'cci', title: 'CCI', type: 'line' }],
  start: (params) => new CciCalculation(params),
};
