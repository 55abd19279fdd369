// SAR: Wilder's parabolic stop and reverse; start, step, maximum acceleration in percent.
// docs/indicators.md 5, D2.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import type { IndicatorDefinition } from '../kit/indicator.ts';

/**
 * A falling trend is calculated as a rising one of negated prices: `side` is 1 or -1, and the state has its sign. There
 * is no side before the second bar, and no `top` and `bottom` (the previous bar's high and low) before the first.
 */
class SarPass implements Pass {
  readonly #step: number = 0;
  readonly #most: number = 0;
  readonly #slowest: number = 0;
  #side = NaN;
  #stop = NaN;
  #extreme = NaN;
  #speed = NaN;
  #top = NaN;
  #bottom = NaN;

  constructor([first, step, most]: readonly number[]) {
    this.#step = step! / 100;
    this.#most = most! / 100;
    this.#slowest = Math.min(first! / 100, this.#most);
  }

  fill({ high, low, close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const step = this.#step;
    const most = this.#most;
    const slowest = this.#slowest;
    const sar = lines[0]!;
    let side = this.#side;
    let stop = this.#stop;
    let extreme = this.#extreme;
    let speed = this.#speed;
    let lastTop = this.#top;
    let lastBottom = this.#bottom;
    if (from === 0) side = stop = extreme = speed = lastTop = lastBottom = NaN;
    let i = from;
    do {
      if (i === to - 1) this.#store(side, stop, extreme, speed, lastTop, lastBottom);
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
        // The second bar determines the side, and is compared with itself.
        side = falls ? -1 : 1;
        stop = falls ? minusTop : lastBottom;
        lastTop = extreme = falls ? minusLower : upper;
        lastBottom = falls ? minusUpper : lower;
        speed = slowest;
      }
      let top = side < 0 ? minusLower : upper;
      let bottom = side < 0 ? minusUpper : lower;
      if (bottom <= stop) {
        // The stop is crossed: the opposite trend starts at this one's extreme.
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
          speed = Math.min(speed + step, most);
        }
      }
      stop = Math.min(stop + speed * (extreme - stop), lastBottom, bottom);
      lastTop = top;
      lastBottom = bottom;
    } while (++i < to);
  }

  #store(side: number, stop: number, extreme: number, speed: number, top: number, bottom: number): void {
    this.#side = side;
    this.#stop = stop;
    this.#extreme = extreme;
    this.#speed = speed;
    this.#top = top;
    this.#bottom = bottom;
  }
}

export const SAR: IndicatorDefinition = {
  name: 'SAR',
  lines: () => [{ key: 'sar', title: 'SAR', type: 'circle' }],
  start: (params) => new SarPass(params),
};
