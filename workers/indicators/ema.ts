// EMA: exponential mean of closes, seeded by a plain one, any number of lines (INDICATORS.md 1.2).
import { type Design, line } from './indicator.ts';
import { seededEma } from './seeded-average.ts';

export const EMA: Design = {
  name: 'EMA',
  lines: (params) => params.map((period, k) => line(`ema${k + 1}`, `EMA${period}`)),
  start(params) {
    const averages = params.map(seededEma);
    return ({ close }, from, to, lines) => {
      for (let k = 0; k < averages.length; k++) averages[k]!.fill(close, from, to, lines[k]!);
    };
  },
};
