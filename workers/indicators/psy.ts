// PSY: share of rising closes in percent, and its mean (INDICATORS.md 1.16).
import { WRAP, strip } from './column.ts';
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const PSY: Design = {
  name: 'PSY',
  lines: () => [line('psy', 'PSY'), line('maPsy', 'MAPSY')],
  start([period, meanPeriod]) {
    const share = new SlidingMean(period!, WRAP);
    const mean = new SlidingMean(meanPeriod!);
    /** 100 for a rise, 0 for none, so for the first bar. */
    const rises = strip();
    return ({ close }, from, to, lines) => {
      const wrap = rises.length - 1;
      let i = from;
      do {
        const change = close[i]! - close[Math.max(0, i - 1)]!;
        rises[i & wrap] = 100 * Number(change > 0) + 0 * change;
      } while (++i < to);
      share.fill(rises, from, to, lines[0]!);
      mean.fill(lines[0]!, from, to, lines[1]!);
    };
  },
};
