// SMA: the smoothed mean of Tongdaxin, y = (m C + (n - m) y') / n, seeded by a plain mean.
// docs/indicators.md 3, D1.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SeededAverage } from '../kit/seeded-average.ts';

class SmaPass implements Pass {
  readonly #average: SeededAverage;

  constructor([period, weight]: readonly number[]) {
    this.#average = new SeededAverage(period!, weight! / period!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    this.#average.fill(close, from, to, lines[0]!);
  }
}

export const SMA: IndicatorDefinition = {
  name: 'SMA',
  lines: () => [line('sma', 'SMA')],
  start: (params) => new SmaPass(params),
};
