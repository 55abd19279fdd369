// PVT: volume times the relative change of the close, summed from 0; a close of 0 before adds nothing (INDICATORS.md 1.23, D10).
import { type Design, line } from './indicator.ts';
import { fillVolume } from './volume.ts';

export const PVT: Design = {
  name: 'PVT',
  lines: () => [line('pvt', 'PVT')],
  start() {
    /** The sum, and the last close that was a number; 0 before the first. */
    const kept = new Float64Array(2);
    return ({ close, volume }, from, to, lines) => {
      const pvt = lines[0]!;
      fillVolume(volume, from, to, pvt);
      let trend = kept[0]!;
      let before = kept[1]!;
      if (from === 0) trend = before = 0;
      let i = from;
      do {
        if (i === to - 1) {
          kept[0] = trend;
          kept[1] = before;
        }
        const now = close[i]!;
        const same = trend + 0 * now;
        const moved = trend + (pvt[i]! * (now - before)) / before;
        const next = before === 0 ? same : moved;
        pvt[i] = next + (next - next);
        if (next - next === 0) {
          trend = next;
          before = now;
        }
      } while (++i < to);
    };
  },
};
