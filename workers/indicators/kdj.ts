// KDJ: where the close stands in its window, smoothed twice; a flat window is neutral, 50 (INDICATORS.md 1.9, D8).
import type { Bars } from '../candles/series.ts';
import { HighLow } from './high-low.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';

const NEUTRAL = 50;

class KdjCalculation implements Calculation {
  private readonly window: HighLow;
  private readonly kPeriod: number;
  private readonly dPeriod: number;
  private k = NEUTRAL;
  private d = NEUTRAL;

  constructor([period, kPeriod, dPeriod]: readonly number[]) {
    this.window = new HighLow(period!);
    this.kPeriod = kPeriod!;
    this.dPeriod = dPeriod!;
  }

  reset(): void {
    this.window.reset();
    this.k = this.d = NEUTRAL;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    if (!this.window.look(bars, i)) {
      out.fill(NaN);
      return;
    }
    const k = this.nextK(bars.close[i]!);
    const d = this.nextD(k);
    out[0] = k;
    out[1] = d;
    out[2] = 3 * k - 2 * d;
  }

  commit(bars: Bars, i: number): void {
    if (this.window.look(bars, i)) {
      this.k = this.nextK(bars.close[i]!);
      this.d = this.nextD(this.k);
    }
    this.window.commit(bars, i);
  }

  private nextK(close: number): number {
    const { highest, lowest } = this.window;
    const place = highest === lowest ? NEUTRAL : (100 * (close - lowest)) / (highest - lowest);
    return ((this.kPeriod - 1) * this.k + place) / this.kPeriod;
  }

  private nextD(k: number): number {
    return ((this.dPeriod - 1) * this.d + k) / this.dPeriod;
  }
}

export const KDJ: Indicator = {
  name: 'KDJ',
  defaults: [9, 3, 3],
  refuse: (params) => refuseRanges('KDJ', params, [whole('period', 1, 1000), whole('K period', 1, 100), whole('D period', 1, 100)]),
  lines: () => [
    { key: 'k', title: 'K', type: 'line' },
    { key: 'd', title: 'D', type: 'line' },
    { key: 'j', title: 'J', type: 'line' },
  ],
  start: (params) => new KdjCalculation(params),
};
