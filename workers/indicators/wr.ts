// WR: distance of the close from the highest high, -100 to 0, any number of lines; a flat window is -50 (INDICATORS.md 1.20, D8).
import { HighLow } from './high-low.ts';
import { type Design, line } from './indicator.ts';

const NEUTRAL = -50;

export const WR: Design = {
  name: 'WR',
  lines: (params) => params.map((_, k) => line(`wr${k + 1}`, `WR${k + 1}`)),
  start(params) {
    const window = new HighLow(Math.max(...params));
    return (bars, from, to, lines) => {
      window.take(bars, from, to);
      for (let k = 0; k < params.length; k++) window.fill(bars.close, params[k]!, true, NEUTRAL, from, to, lines[k]!);
    };
  },
};
