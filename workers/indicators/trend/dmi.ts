// DMI: Wilder's directional movement; the second parameter is ADXR's distance in bars.
// docs/indicators.md 14.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { DirectionalMoves } from '../kit/directional-moves.ts';
import { fillPercent } from '../kit/percent.ts';
import { type SeededAverage, wilder } from '../kit/seeded-average.ts';

class DmiPass implements Pass {
  readonly #moves = new DirectionalMoves();
  readonly #rises: SeededAverage;
  readonly #falls: SeededAverage;
  readonly #ranges: SeededAverage;
  readonly #index: SeededAverage;
  readonly #delay: number = 0;

  constructor([period, back]: readonly number[]) {
    this.#rises = wilder(period!);
    this.#falls = wilder(period!);
    this.#ranges = wilder(period!);
    this.#index = wilder(period!);
    this.#delay = back! - 1;
  }

  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const delay = this.#delay;
    const pdi = lines[0]!;
    const mdi = lines[1]!;
    const adx = lines[2]!;
    const adxr = lines[3]!;
    this.#moves.fill(bars, from, to, lines);
    this.#rises.fill(pdi, from, to, pdi);
    this.#falls.fill(mdi, from, to, mdi);
    this.#ranges.fill(adx, from, to, adx);
    fillPercent(pdi, adx, from, to, pdi);
    fillPercent(mdi, adx, from, to, mdi);
    let i = from;
    do {
      adxr[i] = Math.abs(mdi[i]! - pdi[i]!);
      adx[i] = mdi[i]! + pdi[i]!;
    } while (++i < to);
    fillPercent(adxr, adx, from, to, adxr);
    this.#index.fill(adxr, from, to, adx);
    i = from;
    do {
      adxr[i] = (adx[i]! + adx[Math.max(0, i - delay)]!) / 2;
      if (i < delay) adxr[i] = NaN;
    } while (++i < to);
  }
}

export const DMI: IndicatorDefinition = {
  name: 'DMI',
  lines: () => [line('pdi', 'PDI'), line('mdi', 'MDI'), line('adx', 'ADX'), line('adxr', 'ADXR')],
  start: (params) => new DmiPass(params),
};
