// DMA: difference of two means of closes, and its mean (INDICATORS.md 1.17).
import { fillDifference } from './difference.ts';
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const DMA: Design = {
  name: 'DMA',
  lines: () => [line('dma', 'DMA'), line('ama', 'AMA')],
  start(params) {
    const [fast, slow, mean] = params.map((period) => new SlidingMean(period));
    return ({ close }, from, to, lines) => {
      const dma = lines[0]!;
      const ama = lines[1]!;
      fast!.fill(close, from, to, dma);
      slow!.fill(close, from, to, ama);
      fillDifference(dma, ama, 1, from, to, dma);
      mean!.fill(dma, from, to, ama);
    };
  },
};
