// SAR: Wilder's parabolic stop and reverse; start, step and greatest acceleration in percent (INDICATORS.md 1.5, D2).
import type { Fill } from './calculation.ts';
import type { Design } from './indicator.ts';

export const SAR: Design = {
  name: 'SAR',
  lines: () => [{ key: 'sar', title: 'SAR', type: 'circle' }],
  start,
};

/**
 * A falling trend is a rising one of negated prices: `side` is 1 or -1, and what is kept stands on that side. There is no side
 * before the second bar, and no top and bottom, high and low of the bar before, before the first.
 */
function start(params: readonly number[]): Fill {
  const [first, step, most] = params.map((percentage) => percentage / 100);
  const slowest = Math.min(first!, most!);
  const kept = new Float64Array(6);
  return ({ high, low, close }, from, to, lines) => {
    const sar = lines[0]!;
    if (from === 0) kept.fill(NaN);
    let side = kept[0]!;
    let stop = kept[1]!;
    let extreme = kept[2]!;
    let speed = kept[3]!;
    let lastTop = kept[4]!;
    let lastBottom = kept[5]!;
    let i = from;
    do {
      if (i === to - 1) {
        kept[0] = side;
        kept[1] = stop;
        kept[2] = extreme;
        kept[3] = speed;
        kept[4] = lastTop;
        kept[5] = lastBottom;
      }
      const upper = high[i]!;
      const lower = low[i]!;
      const minusUpper = -upper;
      const minusLower = -lower;
      sar[i] = NaN;
      const spread = upper - lower + close[i]!;
      if (spread - spread !== 0) continue;
      const fall = lastBottom - lower;
      const minusTop = -lastTop;
      const falls = fall > 0 && fall > upper - lastTop;
      if (side !== side && lastTop === lastTop) {
        // The second bar gives the side, and is its own predecessor there.
        side = falls ? -1 : 1;
        stop = falls ? minusTop : lastBottom;
        lastTop = extreme = falls ? minusLower : upper;
        lastBottom = falls ? minusUpper : lower;
        speed = slowest;
      }
      let top = side < 0 ? minusLower : upper;
      let bottom = side < 0 ? minusUpper : lower;
      if (bottom <= stop) {
        // Through the stop: the opposite trend starts where this one was best.
        stop = -Math.max(extreme, lastTop, top);
        extreme = -bottom;
        speed = slowest;
        side = -side;
        bottom = -top;
        top = extreme;
        const turned = -lastBottom;
        lastBottom = -lastTop;
        lastTop = turned;
        sar[i] = side * stop + (stop - stop);
      } else {
        sar[i] = side * stop + (stop - stop);
        if (top > extreme) {
          extreme = top;
          speed = Math.min(speed + step!, most!);
        }
      }
      stop = Math.min(stop + speed * (extreme - stop), lastBottom, bottom);
      lastTop = top;
      lastBottom = bottom;
    } while (++i < to);
  };
}
