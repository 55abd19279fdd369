// KDJ: position of the close in its window, smoothed twice; 50 in a flat window.
// docs/indicators.md 9, D8.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { HighLow } from '../kit/high-low.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SeededAverage } from '../kit/seeded-average.ts';

const NEUTRAL = 50;

class KdjPass implements Pass {
  readonly #period: number = 0;
  readonly #window: HighLow;
  readonly #kAverage: SeededAverage;
  readonly #dAverage: SeededAverage;

  constructor([period, kPeriod, dPeriod]: readonly number[]) {
    this.#period = period!;
    this.#window = new HighLow(period!);
    this.#kAverage = new SeededAverage(kPeriod!, 1 / kPeriod!, NEUTRAL);
    this.#dAverage = new SeededAverage(dPeriod!, 1 / dPeriod!, NEUTRAL);
  }

  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const k = lines[0]!;
    const d = lines[1]!;
    const j = lines[2]!;
    this.#window.update(bars, from, to);
    this.#window.fill(bars.close, this.#period, false, NEUTRAL, from, to, j);
    this.#kAverage.fill(j, from, to, k);
    this.#dAverage.fill(k, from, to, d);
    let i = from;
    do {
      const value = 3 * k[i]! - 2 * d[i]!;
      j[i] = value + (value - value);
    } while (++i < to);
  }
}

export const KDJ: IndicatorDefinition = {
  name: 'KDJ',
  lines: () => [line('k', 'K'), line('d', 'D'), line('j', 'J')],
  start: (params) => new KdjPass(params),
};
