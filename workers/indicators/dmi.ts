// DMI: Wilder's directional movement; the second parameter only says how far back ADXR looks (INDICATORS.md 1.14).
import { type Design, line } from './indicator.ts';
import { moves } from './moves.ts';
import { fillPercent } from './percent.ts';
import { wilder } from './seeded-average.ts';

export const DMI: Design = {
  name: 'DMI',
  lines: () => [line('pdi', 'PDI'), line('mdi', 'MDI'), line('adx', 'ADX'), line('adxr', 'ADXR')],
  start([period, back]) {
    const fillMoves = moves();
    const [rises, falls, ranges, index] = [period!, period!, period!, period!].map((each) => wilder(each));
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
      fillPercent(pdi, adx, from, to, pdi);
      fillPercent(mdi, adx, from, to, mdi);
      let i = from;
      do {
        adxr[i] = Math.abs(mdi[i]! - pdi[i]!);
        adx[i] = mdi[i]! + pdi[i]!;
      } while (++i < to);
      fillPercent(adxr, adx, from, to, adxr);
      index!.fill(adxr, from, to, adx);
      i = from;
      do {
        adxr[i] = (adx[i]! + adx[Math.max(0, i - delay)]!) / 2;
        if (i < delay) adxr[i] = NaN;
      } while (++i < to);
    };
  },
};
