// BOLL: mean of closes and k population deviations above and below it (docs/indicators.md 4). O(n) a row.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { fillDeviation } from '../kit/deviation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';

class BollPass implements Pass {
  readonly #period: number = 0;
  readonly #factor: number = 0;
  readonly #mean: SlidingMean;

  constructor([period, factor]: readonly number[]) {
    this.#period = period!;
    this.#factor = factor!;
    this.#mean = new SlidingMean(period!);
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const period = this.#period;
    const factor = this.#factor;
    const up = lines[0]!;
    const mid = lines[1]!;
    const dn = lines[2]!;
    this.#mean.fill(close, from, to, mid);
    fillDeviation(close, mid, period, true, from, to, up);
    let i = from;
    do {
      const width = factor * Math.sqrt(up[i]! / period);
      const none = width - width;
      up[i] = mid[i]! + width + none;
      dn[i] = mid[i]! - width + none;
    } while (++i < to);
  }
}

export const BOLL: IndicatorDefinition = {
  name: 'BOLL',
  lines: () => [line('up', 'UP'), line('mid', 'MID'), line('dn', 'DN')],
  start: (params) => new BollPass(params),
};
