// RSI: Wilder's share of gains in the moves of the close, any number of lines; without losses it is 100 (INDICATORS.md 1.10).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';
import { type SeededAverage, wilder } from './seeded-average.ts';

class RsiCalculation implements Calculation {
  private readonly gains: SeededAverage[];
  private readonly losses: SeededAverage[];
  /** The last close that was a number. */
  private last = NaN;

  constructor(params: readonly number[]) {
    this.gains = params.map(wilder);
    this.losses = params.map(wilder);
  }

  reset(): void {
    for (const gain of this.gains) gain.reset();
    for (const loss of this.losses) loss.reset();
    this.last = NaN;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const change = bars.close[i]! - this.last;
    for (let line = 0; line < this.gains.length; line++) {
      const gain = this.gains[line]!.value(Math.max(0, change));
      const loss = this.losses[line]!.value(Math.max(0, -change));
      out[line] = loss === 0 ? 100 : (100 * gain) / (gain + loss);
    }
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    const change = close - this.last;
    if (Number.isFinite(close)) this.last = close;
    for (let line = 0; line < this.gains.length; line++) {
      this.gains[line]!.commit(Math.max(0, change));
      this.losses[line]!.commit(Math.max(0, -change));
    }
  }
}

export const RSI: Indicator = {
  name: 'RSI',
  defaults: [6, 12, 24],
  refuse: (params) => refusePeriods('RSI', params),
  lines: (params) => params.map((_, i) => ({ key: `rsi${i + 1}`, title: `RSI${i + 1}`, type: 'line' })),
  start: (params) => new RsiCalculation(params),
};
