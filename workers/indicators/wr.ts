// WR: distance of the close from the highest high, -100 to 0, any number of lines; a flat window is -50 (INDICATORS.md 1.20, D8).
import type { Bars } from '../candles/series.ts';
import { HighLow } from './high-low.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refusePeriods } from './parameters.ts';

const NEUTRAL = -50;

class WrCalculation implements Calculation {
  private readonly windows: HighLow[];

  constructor(params: readonly number[]) {
    this.windows = params.map((period) => new HighLow(period));
  }

  reset(): void {
    for (const window of this.windows) window.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const close = bars.close[i]!;
    for (let line = 0; line < this.windows.length; line++) {
      const window = this.windows[line]!;
      out[line] = window.look(bars, i) ? place(close, window) : NaN;
    }
  }

  commit(bars: Bars, i: number): void {
    for (let line = 0; line < this.windows.length; line++) this.windows[line]!.commit(bars, i);
  }
}

function place(close: number, { highest, lowest }: HighLow): number {
  return highest === lowest ? NEUTRAL : (100 * (close - highest)) / (highest - lowest);
}

export const WR: Indicator = {
  name: 'WR',
  defaults: [6, 10, 14],
  refuse: (params) => refusePeriods('WR', params),
  lines: (params) => params.map((_, i) => ({ key: `wr${i + 1}`, title: `WR${i + 1}`, type: 'line' })),
  start: (params) => new WrCalculation(params),
};
