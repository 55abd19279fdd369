// BOLL: mean of closes and k population deviations above and below it (INDICATORS.md 1.4). O(n) a row.
import { fillDeviation } from './deviation.ts';
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const BOLL: Design = {
  name: 'BOLL',
  lines: () => [line('up', 'UP'), line('mid', 'MID'), line('dn', 'DN')],
  start([period, factor]) {
    const mean = new SlidingMean(period!);
    return ({ close }, from, to, lines) => {
      const up = lines[0]!;
      const mid = lines[1]!;
      const dn = lines[2]!;
      mean.fill(close, from, to, mid);
      fillDeviation(close, mid, period!, true, from, to, up);
      let i = from;
      do {
        const width = factor! * Math.sqrt(up[i]! / period!);
        const none = width - width;
        up[i] = mid[i]! + width + none;
        dn[i] = mid[i]! - width + none;
      } while (++i < to);
    };
  },
};
