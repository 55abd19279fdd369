// MA: mean of the last n closes, any number of lines (INDICATORS.md 1.1).
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const MA: Design = {
  name: 'MA',
  lines: (params) => params.map((period, k) => line(`ma${k + 1}`, `MA${period}`)),
  start(params) {
    const means = params.map((period) => new SlidingMean(period));
    return ({ close }, from, to, lines) => {
      for (let k = 0; k < means.length; k++) means[k]!.fill(close, from, to, lines[k]!);
    };
  },
};
