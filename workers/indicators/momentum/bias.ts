// BIAS: distance of the close from its mean in percent of the mean, any number of lines.
// No value at a mean of 0 (docs/indicators.md 11, D6).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class BiasPass implements Pass {
  readonly #means: SlidingMean[];

  constructor(params: readonly number[]) {
    this.#means = params.map((period) => new SlidingMean(period));
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const means = this.#means;
    for (let k = 0; k < means.length; k++) {
      const bias = lines[k]!;
      means[k]!.fill(close, from, to, bias);
      let i = from;
      do {
        const value = (100 * (close[i]! - bias[i]!)) / bias[i]!;
        bias[i] = value + (value - value);
      } while (++i < to);
    }
  }
}

export const BIAS: IndicatorDefinition = {
  name: 'BIAS',
  lines: (params) => params.map((period, k) => line(`bias${k + 1}`, `BIAS${period}`)),
  start: (params) => new BiasPass(params),
};
