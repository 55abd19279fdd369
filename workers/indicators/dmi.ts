// DMI: Wilder's directional movement; the second parameter only says how far back ADXR looks (INDICATORS.md 1.14).
import { type Design, line } from './indicator.ts';
import { moves } from './moves.ts';
import { finite, percent } from './prices.ts';
import { wilder } from './seeded-average.ts';

export const DMI: Design = {
  name: 'DMI',
  lines: () => [line('pdi', 'PDI'), line('mdi', 'MDI'), line('adx', 'ADX'), line('adxr', 'ADXR')],
  start([period, back]) {
    const fillMoves = moves();
    const [rises, falls, ranges, index] = [period!, period!, period!, period!].map(wilder);
    const delay = back! - 1;
    return (bars, from, to, lines) => {
      const pdi = lines[0]!;
      const mdi = lines[1]!;
      const adx = lines[2]!;
      const adxr = lines[3]!;
      fillMoves(bars, from, to, lines);
      rises!.fill(pdi, from, to, pdi);
      falls!.fill(mdi, from, to, mdi);
      ranges!.fill(adx, from, to, adx);
      let i = from;
      do {
        const plus = percent(pdi[i]!, adx[i]!);
        const minus = percent(mdi[i]!, adx[i]!);
        pdi[i] = plus;
        mdi[i] = minus;
        adxr[i] = percent(Math.abs(minus - plus), minus + plus);
      } while (++i < to);
      index!.fill(adxr, from, to, adx);
      i = from;
      do {
        adxr[i] = finite((adx[i]! + adx[Math.max(0, i - delay)]!) / 2);
        if (i < delay) adxr[i] = NaN;
      } while (++i < to);
    };
  },
};
