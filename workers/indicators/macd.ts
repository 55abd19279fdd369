// MACD: difference of two EMAs, its own EMA, and twice the distance between them (INDICATORS.md 1.8).
import { fillDifference } from './difference.ts';
import { type Design, line } from './indicator.ts';
import { seededEma } from './seeded-average.ts';

export const MACD: Design = {
  name: 'MACD',
  lines: () => [line('dif', 'DIF'), line('dea', 'DEA'), { key: 'macd', title: 'MACD', type: 'bar' }],
  start(params) {
    const [fast, slow, signal] = params.map(seededEma);
    return ({ close }, from, to, lines) => {
      const dif = lines[0]!;
      const dea = lines[1]!;
      fast!.fill(close, from, to, dif);
      slow!.fill(close, from, to, dea);
      fillDifference(dif, dea, 1, from, to, dif);
      signal!.fill(dif, from, to, dea);
      fillDifference(dif, dea, 2, from, to, lines[2]!);
    };
  },
};
