// MACD: difference of two EMAs, its own EMA, and twice the distance between them (INDICATORS.md 1.8).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { type SeededAverage, seededEma } from './seeded-average.ts';

class MacdCalculation implements Calculation {
  private readonly fast: SeededAverage;
  private readonly slow: SeededAverage;
  private readonly signal: SeededAverage;

  constructor([fast, slow, signal]: readonly number[]) {
    this.fast = seededEma(fast!);
    this.slow = seededEma(slow!);
    this.signal = seededEma(signal!);
  }

  reset(): void {
    this.fast.reset();
    this.slow.reset();
    this.signal.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const dif = this.difference(bars.close[i]!);
    const dea = this.signal.value(dif);
    out[0] = dif;
    out[1] = dea;
    out[2] = 2 * (dif - dea);
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    this.signal.commit(this.difference(close));
    this.fast.commit(close);
    this.slow.commit(close);
  }

  private difference(close: number): number {
    return this.fast.value(close) - this.slow.value(close);
  }
}

export const MACD: Indicator = {
  name: 'MACD',
  defaults: [12, 26, 9],
  refuse: (params) => refuseRanges('MACD', params, [whole('fast period', 1, 1000), whole('slow period', 1, 1000), whole('signal period', 1, 1000)]),
  lines: () => [
    { key: 'dif', title: 'DIF', type: 'line' },
    { key: 'dea', title: 'DEA', type: 'line' },
    { key: 'macd', title: 'MACD', type: 'bar' },
  ],
  start: (params) => new MacdCalculation(params),
};
