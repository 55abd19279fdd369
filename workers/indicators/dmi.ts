// DMI: Wilder's directional movement; the second parameter only says how far back ADXR looks (INDICATORS.md 1.14).
import type { Bars } from '../candles/series.ts';
import { Delay } from './delay.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { soundAt } from './prices.ts';
import { wilder } from './seeded-average.ts';

class DmiCalculation implements Calculation {
  private readonly rises;
  private readonly falls;
  private readonly ranges;
  private readonly index;
  private readonly earlier: Delay;
  private taken = false;
  private lastHigh = 0;
  private lastLow = 0;
  private lastClose = 0;
  /** What `look` read. */
  private range = 0;
  private rise = 0;
  private fall = 0;

  constructor([period, back]: readonly number[]) {
    this.rises = wilder(period!);
    this.falls = wilder(period!);
    this.ranges = wilder(period!);
    this.index = wilder(period!);
    this.earlier = new Delay(back! - 1);
  }

  reset(): void {
    this.rises.reset();
    this.falls.reset();
    this.ranges.reset();
    this.index.reset();
    this.earlier.reset();
    this.taken = false;
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    if (!soundAt(bars, i)) {
      out.fill(NaN);
      return;
    }
    this.look(bars, i);
    const range = this.ranges.value(this.range);
    const pdi = percent(this.rises.value(this.rise), range);
    const mdi = percent(this.falls.value(this.fall), range);
    const adx = this.index.value(percent(Math.abs(mdi - pdi), mdi + pdi));
    out[0] = pdi;
    out[1] = mdi;
    out[2] = adx;
    out[3] = (adx + this.earlier.value(adx)) / 2;
  }

  commit(bars: Bars, i: number): void {
    if (!soundAt(bars, i)) return;
    this.look(bars, i);
    this.take();
    this.taken = true;
    this.lastHigh = bars.high[i]!;
    this.lastLow = bars.low[i]!;
    this.lastClose = bars.close[i]!;
  }

  private take(): void {
    const range = this.ranges.value(this.range);
    const pdi = percent(this.rises.value(this.rise), range);
    const mdi = percent(this.falls.value(this.fall), range);
    const dx = percent(Math.abs(mdi - pdi), mdi + pdi);
    this.earlier.commit(this.index.value(dx));
    this.index.commit(dx);
    this.ranges.commit(this.range);
    this.rises.commit(this.rise);
    this.falls.commit(this.fall);
  }

  /** True range and directional moves; the first bar is its own predecessor. */
  private look(bars: Bars, i: number): void {
    const high = bars.high[i]!;
    const low = bars.low[i]!;
    const before = this.lastClose;
    const up = this.taken ? high - this.lastHigh : 0;
    const down = this.taken ? this.lastLow - low : 0;
    this.range = this.taken ? Math.max(high - low, Math.abs(high - before), Math.abs(before - low)) : high - low;
    this.rise = up > 0 && up > down ? up : 0;
    this.fall = down > 0 && down > up ? down : 0;
  }
}

function percent(part: number, all: number): number {
  return all === 0 ? 0 : (100 * part) / all;
}

export const DMI: Indicator = {
  name: 'DMI',
  defaults: [14, 6],
  refuse: (params) => refuseRanges('DMI', params, [whole('period', 2, 500), whole('ADXR period', 1, 500)]),
  lines: () => [
    { key: 'pdi', title: 'PDI', type: 'line' },
    { key: 'mdi', title: 'MDI', type: 'line' },
    { key: 'adx', title: 'ADX', type: 'line' },
    { key: 'adxr', title: 'ADXR', type: 'line' },
  ],
  start: (params) => new DmiCalculation(params),
};
