// SAR: Wilder's parabolic stop and reverse; start, step and greatest acceleration in percent (INDICATORS.md 1.5, D2).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, tenths } from './parameters.ts';
import { soundAt } from './prices.ts';

class SarCalculation implements Calculation {
  private readonly first: number;
  private readonly step: number;
  private readonly most: number;
  /** Bars taken in; the trend starts with the second. */
  private taken = 0;
  private long = true;
  private sar = 0;
  private extreme = 0;
  private acceleration = 0;
  private lastHigh = 0;
  private lastLow = 0;

  constructor([start, step, most]: readonly number[]) {
    this.first = start! / 100;
    this.step = step! / 100;
    this.most = most! / 100;
  }

  reset(): void {
    this.taken = 0;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    out[0] = this.taken === 0 || !soundAt(bars, i) ? NaN : this.stop(bars.high[i]!, bars.low[i]!);
  }

  commit(bars: Bars, i: number): void {
    if (!soundAt(bars, i)) return;
    const high = bars.high[i]!;
    const low = bars.low[i]!;
    if (this.taken === 1) this.begin(high, low);
    if (this.taken > 0) this.advance(high, low);
    this.taken = Math.min(2, this.taken + 1);
    this.lastHigh = high;
    this.lastLow = low;
  }

  private stop(high: number, low: number): number {
    if (this.taken === 1) return this.firstStop(high, low);
    if (this.long) return low <= this.sar ? Math.max(this.extreme, this.lastHigh, high) : this.sar;
    return high >= this.sar ? Math.min(this.extreme, this.lastLow, low) : this.sar;
  }

  private fallsFirst(high: number, low: number): boolean {
    return this.lastLow - low > 0 && this.lastLow - low > high - this.lastHigh;
  }

  /** The second bar's own extreme is the trend's, so a stop hit at once lies there. */
  private firstStop(high: number, low: number): number {
    if (this.fallsFirst(high, low)) return high >= this.lastHigh ? low : this.lastHigh;
    return low <= this.lastLow ? high : this.lastLow;
  }

  private begin(high: number, low: number): void {
    this.long = !this.fallsFirst(high, low);
    this.sar = this.long ? this.lastLow : this.lastHigh;
    this.extreme = this.long ? high : low;
    this.acceleration = Math.min(this.first, this.most);
    this.lastHigh = high;
    this.lastLow = low;
  }

  private advance(high: number, low: number): void {
    if (this.long ? low <= this.sar : high >= this.sar) this.turn(high, low);
    else this.follow(high, low);
    const next = this.sar + this.acceleration * (this.extreme - this.sar);
    this.sar = this.long ? Math.min(next, this.lastLow, low) : Math.max(next, this.lastHigh, high);
  }

  private turn(high: number, low: number): void {
    this.sar = this.long ? Math.max(this.extreme, this.lastHigh, high) : Math.min(this.extreme, this.lastLow, low);
    this.extreme = this.long ? low : high;
    this.acceleration = Math.min(this.first, this.most);
    this.long = !this.long;
  }

  private follow(high: number, low: number): void {
    if (!(this.long ? high > this.extreme : low < this.extreme)) return;
    this.extreme = this.long ? high : low;
    this.acceleration = Math.min(this.acceleration + this.step, this.most);
  }
}

export const SAR: Indicator = {
  name: 'SAR',
  defaults: [2, 2, 20],
  refuse: (params) =>
    refuseRanges('SAR', params, [tenths('start percentage', 0.1, 10), tenths('step percentage', 0.1, 10), tenths('greatest percentage', 0.1, 100)]) ??
    (params[2]! < params[0]! ? 'The greatest percentage of SAR is at least its start percentage.' : null),
  lines: () => [{ key: 'sar', title: 'SAR', type: 'circle' }],
  start: (params) => new SarCalculation(params),
};
