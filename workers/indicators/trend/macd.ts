// MACD: difference of two EMAs, its own EMA, and twice the distance between them (docs/indicators.md 8).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { fillDifference } from '../kit/difference.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { type SeededAverage, seededEma } from '../kit/seeded-average.ts';

class MacdPass implements Pass {
  readonly #fast: SeededAverage;
  readonly #slow: SeededAverage;
  readonly #signal: SeededAverage;

  constructor([fast, slow, signal]: readonly number[]) {
    this.#fast = seededEma(fast!);
    this.#slow = seededEma(slow!);
    this.#signal = seededEma(signal!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const dif = lines[0]!;
    const dea = lines[1]!;
    this.#fast.fill(close, from, to, dif);
    this.#slow.fill(close, from, to, dea);
    fillDifference(dif, dea, 1, from, to, dif);
    this.#signal.fill(dif, from, to, dea);
    fillDifference(dif, dea, 2, from, to, lines[2]!);
  }
}

export const MACD: IndicatorDefinition = {
  name: 'MACD',
  lines: () => [line('dif', 'DIF'), line('dea', 'DEA'), { key: 'macd', title: 'MACD', type: 'bar' }],
  start: (params) => new MacdPass(params),
};
