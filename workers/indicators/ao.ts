// AO: difference of two means of the middle price, as bars (INDICATORS.md 1.24).
import { WRAP, strip } from './column.ts';
import { fillDifference } from './difference.ts';
import type { Design } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const AO: Design = {
  name: 'AO',
  lines: () => [{ key: 'ao', title: 'AO', type: 'bar' }],
  start([fastPeriod, slowPeriod]) {
    const fast = new SlidingMean(fastPeriod!, WRAP);
    const slow = new SlidingMean(slowPeriod!, WRAP, WRAP);
    const middle = strip();
    const slowMean = strip();
    return ({ high, low }, from, to, lines) => {
      const ao = lines[0]!;
      const wrap = middle.length - 1;
      let i = from;
      do middle[i & wrap] = (high[i]! + low[i]!) / 2;
      while (++i < to);
      fast.fill(middle, from, to, ao);
      slow.fill(middle, from, to, slowMean);
      fillDifference(ao, slowMean, 1, from, to, ao, wrap);
    };
  },
};
