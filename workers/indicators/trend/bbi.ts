// BBI: mean of several means of closes (docs/indicators.md 6, D4).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { WHOLE, WRAP, strip } from '../kit/column.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class BbiPass implements Pass {
  readonly #first: SlidingMean;
  readonly #others: SlidingMean[];
  readonly #mean = strip();

  constructor([period, ...periods]: readonly number[]) {
    this.#first = new SlidingMean(period!);
    this.#others = periods.map((each) => new SlidingMean(each, WHOLE, WRAP));
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const others = this.#others;
    const mean = this.#mean;
    const bbi = lines[0]!;
    const wrap = mean.length - 1;
    const count = others.length + 1;
    this.#first.fill(close, from, to, bbi);
    for (let k = 0; k < others.length; k++) {
      others[k]!.fill(close, from, to, mean);
      let i = from;
      do bbi[i]! += mean[i & wrap]!;
      while (++i < to);
    }
    let i = from;
    do {
      const value = bbi[i]! / count;
      bbi[i] = value + (value - value);
    } while (++i < to);
  }
}

export const BBI: IndicatorDefinition = {
  name: 'BBI',
  lines: () => [line('bbi', 'BBI')],
  start: (params) => new BbiPass(params),
};
