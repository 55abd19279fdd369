// BIAS: distance of the close from its mean in percent of the mean, any number of lines; none at a mean of 0 (INDICATORS.md 1.11, D6).
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const BIAS: Design = {
  name: 'BIAS',
  lines: (params) => params.map((period, k) => line(`bias${k + 1}`, `BIAS${period}`)),
  start(params) {
    const means = params.map((period) => new SlidingMean(period));
    return ({ close }, from, to, lines) => {
      for (let k = 0; k < means.length; k++) {
        const bias = lines[k]!;
        means[k]!.fill(close, from, to, bias);
        let i = from;
        do {
          const value = (100 * (close[i]! - bias[i]!)) / bias[i]!;
          bias[i] = value + (value - value);
        } while (++i < to);
      }
    };
  },
};
