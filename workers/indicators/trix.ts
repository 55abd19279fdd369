// TRIX: change of a triple EMA in percent, and its mean; none where the triple EMA was 0 (INDICATORS.md 1.18, D6, D9).
import { type Design, line } from './indicator.ts';
import { seededEma } from './seeded-average.ts';
import { SlidingMean } from './sliding-mean.ts';

export const TRIX: Design = {
  name: 'TRIX',
  lines: () => [line('trix', 'TRIX'), line('maTrix', 'MATRIX')],
  start([period, meanPeriod]) {
    const [once, twice, thrice] = [period!, period!, period!].map(seededEma);
    const mean = new SlidingMean(meanPeriod!);
    /** The triple EMA of the last bar that has one. */
    const kept = new Float64Array(1);
    return ({ close }, from, to, lines) => {
      const trix = lines[0]!;
      once!.fill(close, from, to, trix);
      twice!.fill(trix, from, to, trix);
      thrice!.fill(trix, from, to, trix);
      let before = kept[0]!;
      if (from === 0) before = NaN;
      let i = from;
      do {
        if (i === to - 1) kept[0] = before;
        const now = trix[i]!;
        const value = (100 * (now - before)) / before;
        trix[i] = value + (value - value);
        if (now - now === 0) before = now;
      } while (++i < to);
      mean.fill(trix, from, to, lines[1]!);
    };
  },
};
