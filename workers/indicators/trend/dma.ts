// DMA: difference of two means of closes, and its mean (docs/indicators.md 17).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { fillDifference } from '../kit/difference.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class DmaPass implements Pass {
  readonly #fast: SlidingMean;
  readonly #slow: SlidingMean;
  readonly #mean: SlidingMean;

  constructor([fast, slow, mean]: readonly number[]) {
    this.#fast = new SlidingMean(fast!);
    this.#slow = new SlidingMean(slow!);
    this.#mean = new SlidingMean(mean!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const dma = lines[0]!;
    const ama = lines[1]!;
    this.#fast.fill(close, from, to, dma);
    this.#slow.fill(close, from, to, ama);
    fillDifference(dma, ama, 1, from, to, dma);
    this.#mean.fill(dma, from, to, ama);
  }
}

export const DMA: IndicatorDefinition = {
  name: 'DMA',
  lines: () => [line('dma', 'DMA'), line('ama', 'AMA')],
  start: (params) => new DmaPass(params),
};
