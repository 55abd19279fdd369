// CCI: distance of the typical price from its mean in mean deviations; a flat window is 0 (INDICATORS.md 1.13, D7). O(n) a row.
import { WRAP, strip } from './column.ts';
import { fillDeviation } from './deviation.ts';
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

export const CCI: Design = {
  name: 'CCI',
  lines: () => [line('cci', 'CCI')],
  start([period]) {
    const mean = new SlidingMean(period!, WRAP, WRAP);
    const typical = strip();
    const middle = strip();
    /** First row of the run of equal typical prices: flat is told by the inputs, never by a rounded deviation. */
    let keptSince = 0;
    return ({ high, low, close }, from, to, lines) => {
      const cci = lines[0]!;
      const wrap = typical.length - 1;
      let i = from;
      do typical[i & wrap] = (high[i]! + low[i]! + close[i]!) / 3;
      while (++i < to);
      mean.fill(typical, from, to, middle);
      fillDeviation(typical, middle, period!, false, from, to, cci, wrap);
      let since = from === 0 ? 0 : keptSince;
      i = from;
      do {
        if (i === to - 1) keptSince = since;
        const price = typical[i & wrap]!;
        if (price !== typical[(i - 1) & wrap]) since = i;
        const distance = price - middle[i & wrap]!;
        const deviation = 0.015 * cci[i]!;
        const value = (distance * period!) / deviation;
        cci[i] = value + (value - value);
        if (i - since >= period! - 1 || deviation === 0) cci[i] = 0 * distance;
      } while (++i < to);
    };
  },
};
