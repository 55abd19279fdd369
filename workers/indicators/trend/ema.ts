// EMA: exponential mean of closes, seeded by a plain one, any number of lines (docs/indicators.md 2).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { type SeededAverage, seededEma } from '../kit/seeded-average.ts';

class EmaPass implements Pass {
  readonly #averages: SeededAverage[];

  constructor(params: readonly number[]) {
    this.#averages = params.map(seededEma);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const averages = this.#averages;
    for (let k = 0; k < averages.length; k++) averages[k]!.fill(close, from, to, lines[k]!);
  }
}

export const EMA: IndicatorDefinition = {
  name: 'EMA',
  lines: (params) => params.map((period, k) => line(`ema${k + 1}`, `EMA${period}`)),
  start: (params) => new EmaPass(params),
};
