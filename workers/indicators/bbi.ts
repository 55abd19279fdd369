// BBI: mean of several means of closes (INDICATORS.md 1.6, D4).
import { WHOLE, WRAP, strip } from './column.ts';
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const BBI: Design = {
  name: 'BBI',
  lines: () => [line('bbi', 'BBI')],
  start(params) {
    const first = new SlidingMean(params[0]!);
    const others = params.slice(1).map((period) => new SlidingMean(period, WHOLE, WRAP));
    const mean = strip();
    return ({ close }, from, to, lines) => {
      const bbi = lines[0]!;
      const wrap = mean.length - 1;
      first.fill(close, from, to, bbi);
      for (let k = 0; k < others.length; k++) {
        others[k]!.fill(close, from, to, mean);
        let i = from;
        do bbi[i]! += mean[i & wrap]!;
        while (++i < to);
      }
      let i = from;
      do {
        const value = bbi[i]! / params.length;
        bbi[i] = value + (value - value);
      } while (++i < to);
    };
  },
};
