// RSI: Wilder's share of gains in the moves of the close, any number of lines; without losses it is 100 (INDICATORS.md 1.10).
import { WRAP, strip } from './column.ts';
import { type Design, line } from './indicator.ts';
import { wilder } from './seeded-average.ts';

export const RSI: Design = {
  name: 'RSI',
  lines: (params) => params.map((_, k) => line(`rsi${k + 1}`, `RSI${k + 1}`)),
  start(params) {
    const gainAverages = params.map((period) => wilder(period, WRAP));
    const lossAverages = params.map((period) => wilder(period, WRAP, WRAP));
    const gain = strip();
    const loss = strip();
    const fallen = strip();
    /** The last close that was a number. */
    const kept = new Float64Array(1);
    return ({ close }, from, to, lines) => {
      const wrap = gain.length - 1;
      let before = kept[0]!;
      if (from === 0) before = NaN;
      let i = from;
      do {
        if (i === to - 1) kept[0] = before;
        const now = close[i]!;
        const change = now - before;
        gain[i & wrap] = change * Number(change > 0);
        loss[i & wrap] = -change * Number(change < 0);
        if (now - now === 0) before = now;
      } while (++i < to);
      for (let k = 0; k < params.length; k++) {
        const rsi = lines[k]!;
        gainAverages[k]!.fill(gain, from, to, rsi);
        lossAverages[k]!.fill(loss, from, to, fallen);
        i = from;
        do {
          const lost = fallen[i & wrap]!;
          const value = (100 * rsi[i]!) / (rsi[i]! + lost);
          rsi[i] = value + (value - value);
          if (lost === 0) rsi[i] = 100;
        } while (++i < to);
      }
    };
  },
};
