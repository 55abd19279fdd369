// TRIX: change of a triple EMA in percent, and its mean; no value after a triple EMA of 0.
// docs/indicators.md 18, D6, D9.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { type SeededAverage, seededEma } from '../kit/seeded-average.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class TrixPass implements Pass {
  readonly #once: SeededAverage;
  readonly #twice: SeededAverage;
  readonly #thrice: SeededAverage;
  readonly #mean: SlidingMean;
  /** Triple EMA of the last bar that has one. */
  #before = NaN;

  constructor([period, meanPeriod]: readonly number[]) {
    this.#once = seededEma(period!);
    this.#twice = seededEma(period!);
    this.#thrice = seededEma(period!);
    this.#mean = new SlidingMean(meanPeriod!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const trix = lines[0]!;
    this.#once.fill(close, from, to, trix);
    this.#twice.fill(trix, from, to, trix);
    this.#thrice.fill(trix, from, to, trix);
    let before = this.#before;
    if (from === 0) before = NaN;
    let i = from;
    do {
      if (i === to - 1) this.#before = before;
      const now = trix[i]!;
      const value = (100 * (now - before)) / before;
      trix[i] = value + (value - value);
      if (now - now === 0) before = now;
    } while (++i < to);
    this.#mean.fill(trix, from, to, lines[1]!);
  }
}

export const TRIX: IndicatorDefinition = {
  name: 'TRIX',
  lines: () => [line('trix', 'TRIX'), line('maTrix', 'MATRIX')],
  start: (params) => new TrixPass(params),
};
