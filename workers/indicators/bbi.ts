// BBI: mean of several means of closes (INDICATORS.md 1.6, D4).
import { WRAP, strip } from './column.ts';
import { type Design, line } from './indicator.ts';
import { finite } from './prices.ts';
import { SlidingMean } from './sliding-mean.ts';

export const BBI: Design = {
  name: 'BBI',
  lines: () => [line('bbi', 'BBI')],
  start(params) {
    const [first, ...others] = params.map((period) => new SlidingMean(period));
    const mean = strip();
    return ({ close }, from, to, lines) => {
      const bbi = lines[0]!;
      first!.fill(close, from, to, bbi);
      for (let k = 0; k < others.length; k++) {
        others[k]!.fill(close, from, to, mean);
        let i = from;
        do bbi[i]! += mean[i & WRAP]!;
        while (++i < to);
      }
      let i = from;
      do bbi[i] = finite(bbi[i]! / params.length);
      while (++i < to);
    };
  },
};
