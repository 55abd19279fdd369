// SMA: the smoothed mean of Tongdaxin, y = (m C + (n - m) y') / n, seeded by a plain one (INDICATORS.md 1.3, D1).
import { type Design, line } from './indicator.ts';
import { SeededAverage } from './seeded-average.ts';

export const SMA: Design = {
  name: 'SMA',
  lines: () => [line('sma', 'SMA')],
  start([period, weight]) {
    const average = new SeededAverage(period!, weight! / period!);
    return ({ close }, from, to, lines) => average.fill(close, from, to, lines[0]!);
  },
};
