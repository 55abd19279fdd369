// OBV: volume added on a rising close and taken off on a falling one, from 0, and its mean (INDICATORS.md 1.19).
import { type Design, line } from './indicator.ts';
import { finite, volumeAt } from './prices.ts';
import { SlidingMean } from './sliding-mean.ts';

export const OBV: Design = {
  name: 'OBV',
  lines: () => [line('obv', 'OBV'), line('maObv', 'MAOBV')],
  start([period]) {
    const mean = new SlidingMean(period!);
    /** The balance, and the last close that was a number; NaN before the first, which adds nothing. */
    const kept = new Float64Array(2);
    return (bars, from, to, lines) => {
      const { close } = bars;
      const obv = lines[0]!;
      let balance = kept[0]!;
      let before = kept[1]!;
      if (from === 0) {
        balance = 0;
        before = NaN;
      }
      let i = from;
      do {
        if (i === to - 1) {
          kept[0] = balance;
          kept[1] = before;
        }
        const now = close[i]!;
        balance += volumeAt(bars, i) * (Number(now > before) - Number(now < before));
        obv[i] = finite(balance) + (now - now);
        if (now - now === 0) before = now;
      } while (++i < to);
      mean.fill(obv, from, to, lines[1]!);
    };
  },
};
