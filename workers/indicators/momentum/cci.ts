// CCI: distance of the typical price from its mean, in mean deviations; 0 in a flat window.
// docs/indicators.md 13, D7. O(n) per row.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { WRAP, strip } from '../kit/column.ts';
import { fillDeviation } from '../kit/deviation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

/**
 * Largest relative rounding difference between equal sums of three prices: each price and each addition rounds by half
 * a digit of a double.
 */
const ROUNDED = 4 * Number.EPSILON;

class CciPass implements Pass {
  readonly #period: number = 0;
  readonly #mean: SlidingMean;
  readonly #typical = strip();
  readonly #middle = strip();
  /**
   * First row of the current run of equal typical prices: flatness is decided by the inputs before division, never by a
   * rounded deviation.
   */
  #since = 0;

  constructor([period]: readonly number[]) {
    this.#period = period!;
    this.#mean = new SlidingMean(period!, WRAP, WRAP);
  }

  fill({ high, low, close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const period = this.#period;
    const typical = this.#typical;
    const middle = this.#middle;
    const cci = lines[0]!;
    const wrap = typical.length - 1;
    let i = from;
    do typical[i & wrap] = (high[i]! + low[i]! + close[i]!) / 3;
    while (++i < to);
    this.#mean.fill(typical, from, to, middle);
    fillDeviation(typical, middle, period, false, from, to, cci, wrap);
    let since = this.#since;
    if (from === 0) since = 0;
    let before = from === 0 ? NaN : high[from - 1]! + low[from - 1]! + close[from - 1]!;
    i = from;
    do {
      if (i === to - 1) this.#since = since;
      const sum = high[i]! + low[i]! + close[i]!;
      if (!(Math.abs(sum - before) <= ROUNDED * Math.abs(sum))) since = i;
      before = sum;
      const distance = typical[i & wrap]! - middle[i & wrap]!;
      const deviation = 0.015 * cci[i]!;
      if (i - since >= period - 1 || deviation === 0) cci[i] = 0 * distance;
      else {
        const value = (distance * period) / deviation;
        cci[i] = value + (value - value);
      }
    } while (++i < to);
  }
}

export const CCI: IndicatorDefinition = {
  name: 'CCI',
  lines: () => [line('cci', 'CCI')],
  start: (params) => new CciPass(params),
};
