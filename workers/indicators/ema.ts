// EMA: exponential mean of closes, seeded by a plain one, any number of lines (INDICATORS.md 1.2).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';
import { type SeededAverage, seededEma } from './seeded-average.ts';

class EmaCalculation implements Calculation {
  private readonly averages: SeededAverage[];

  constructor(params: readonly number[]) {
    this.averages = params.map(seededEma);
  }

  reset(): void {
    for (const average of this.averages) average.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.averages.length; line++) out[line] = this.averages[line]!.value(close);
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.averages.length; line++) this.averages[line]!.commit(close);
  }
}

export const EMA: Indicator = {
  name: 'EMA',
  defaults: [6, 12, 20],
  refuse: (params) => refusePeriods('EMA', params),
  lines: (params) => params.map((period, i) => ({ key: `ema${i + 1}`, title: `EMA${period}`, type: 'line' })),
  start: (params) => new EmaCalculation(params),
};
