// PVT: volume times the relative change of the close, summed from 0; a close of 0 before adds nothing (INDICATORS.md 1.23, D10).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges } from './parameters.ts';
import { volumeAt } from './prices.ts';

class PvtCalculation implements Calculation {
  private trend = 0;
  /** The last close that was a number; 0 before the first. */
  private last = 0;

  reset(): void {
    this.trend = this.last = 0;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    out[0] = this.next(bars, i);
  }

  commit(bars: Bars, i: number): void {
    const next = this.next(bars, i);
    if (!Number.isFinite(next)) return;
    this.trend = next;
    this.last = bars.close[i]!;
  }

  private next(bars: Bars, i: number): number {
    const close = bars.close[i]!;
    if (!Number.isFinite(close)) return NaN;
    return this.last === 0 ? this.trend : this.trend + (volumeAt(bars, i) * (close - this.last)) / this.last;
  }
}

export const PVT: Indicator = {
  name: 'PVT',
  defaults: [],
  refuse: (params) => refuseRanges('PVT', params, []),
  lines: () => [{ key: 'pvt', title: 'PVT', type: 'line' }],
  start: () => new PvtCalculation(),
};
