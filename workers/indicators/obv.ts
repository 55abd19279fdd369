// OBV: volume added on a rising close and taken off on a falling one, from 0, and its mean (INDICATORS.md 1.19).
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';
import { fillVolume } from './volume.ts';

export const OBV: Design = {
  name: 'OBV',
  lines: () => [line('obv', 'OBV'), line('maObv', 'MAOBV')],
  start([period]) {
    const mean = new SlidingMean(period!);
    /** The balance, and the last close that was a number; NaN before the first, which adds nothing. */
    const kept = new Float64Array(2);
    return ({ close, volume }, from, to, lines) => {
      const obv = lines[0]!;
      fillVolume(volume, from, to, obv);
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
        const sum = balance + obv[i]! * (Number(now > before) - Number(now < before));
        const next = sum + (sum - sum) + (now - now);
        obv[i] = next;
        if (next === next) {
          balance = next;
          before = now;
        }
      } while (++i < to);
      mean.fill(obv, from, to, lines[1]!);
    };
  },
};
