// KDJ: where the close stands in its window, smoothed twice; a flat window is neutral, 50 (INDICATORS.md 1.9, D8).
import { HighLow } from './high-low.ts';
import { type Design, line } from './indicator.ts';
import { SeededAverage } from './seeded-average.ts';

const NEUTRAL = 50;

export const KDJ: Design = {
  name: 'KDJ',
  lines: () => [line('k', 'K'), line('d', 'D'), line('j', 'J')],
  start([period, kPeriod, dPeriod]) {
    const window = new HighLow(period!);
    const kAverage = new SeededAverage(kPeriod!, 1 / kPeriod!, NEUTRAL);
    const dAverage = new SeededAverage(dPeriod!, 1 / dPeriod!, NEUTRAL);
    return (bars, from, to, lines) => {
      const k = lines[0]!;
      const d = lines[1]!;
      const j = lines[2]!;
      window.take(bars, from, to);
      window.fill(bars.close, period!, false, NEUTRAL, from, to, j);
      kAverage.fill(j, from, to, k);
      dAverage.fill(k, from, to, d);
      let i = from;
      do {
        const value = 3 * k[i]! - 2 * d[i]!;
        j[i] = value + (value - value);
      } while (++i < to);
    };
  },
};
