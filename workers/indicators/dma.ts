// DMA: difference of two means of closes, and its mean (INDICATORS.md 1.17).
import type { Bars } from '../candles/series.ts';
import type { Calculation, Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { SlidingMean } from './sliding-mean.ts';

class DmaCalculation implements Calculation {
  private readonly fast: SlidingMean;
  private readonly slow: SlidingMean;
  private readonly mean: SlidingMean;

  constructor([fast, slow, mean]: readonly number[]) {
    this.fast = new SlidingMean(fast!);
    this.slow = new SlidingMean(slow!);
    this.mean = new SlidingMean(mean!);
  }

  reset(): void {
    this.fast.reset();
    this.slow.reset();
    this.mean.reset();
  }

  evaluate(bars: Bars, i: number, out: Float64Array): void {
    const dma = this.difference(bars.close[i]!);
    out[0] = dma;
    out[1] = this.mean.mean(dma);
  }

  commit(bars: Bars, i: number): void {
    const close = bars.close[i]!;
    this.mean.commit(this.difference(close));
    this.fast.commit(close);
    this.slow.commit(close);
  }

  private difference(close: number): number {
    return this.fast.mean(close) - this.slow.mean(close);
  }
}

export const DMA: Indicator = {
  name: 'DMA',
  defaults: [10, 50, 10],
  refuse: (params) => refuseRanges('DMA', params, [whole('fast period', 1, 1000), whole('slow period', 1, 1000), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'dma', title: 'DMA', type: 'line' },
    { key: 'ama', title: 'AMA', type: 'line' },
  ],
  start: (params) => new DmaCalculation(params),
};
