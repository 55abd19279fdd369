// MA: mean of the last n closes, any number of lines (docs/indicators.md 1).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class MaPass implements Pass {
  readonly #means: SlidingMean[];

  constructor(params: readonly number[]) {
    this.#means = params.map((period) => new SlidingMean(period));
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const means = this.#means;
    for (let k = 0; k < means.length; k++) means[k]!.fill(close, from, to, lines[k]!);
  }
}

export const MA: IndicatorDefinition = {
  name: 'MA',
  lines: (params) => params.map((period, k) => line(`ma${k + 1}`, `MA${period}`)),
  start: (params) => new MaPass(params),
};
