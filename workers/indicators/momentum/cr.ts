// CR: strength of highs above the previous bar's middle against lows below it.
// With four delayed means (docs/indicators.md 15, D3).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { WHOLE } from '../kit/column.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';
import { SumRatio } from '../kit/sum-ratio.ts';

/** A difference to a rounded middle that is below this share of the price counts as 0. */
const ROUNDING = 1e-12;

class CrPass implements Pass {
  readonly #ratio: SumRatio;
  readonly #delays: number[];
  readonly #means: SlidingMean[];

  constructor([period, ...periods]: readonly number[]) {
    this.#ratio = new SumRatio(period!);
    this.#delays = periods.map((each) => Math.ceil(each / 2.5 + 1));
    this.#means = periods.map((each, k) => new SlidingMean(each, WHOLE, WHOLE, this.#delays[k]));
  }

  fill({ high, low }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const ratio = this.#ratio;
    const delays = this.#delays;
    const means = this.#means;
    const { rises, falls } = ratio;
    const wrap = rises.length - 1;
    let i = from;
    do {
      // The first bar is compared with itself.
      const last = Math.max(0, i - 1);
      const middle = (high[last]! + low[last]!) / 2;
      const rise = high[i]! - middle;
      const fall = middle - low[i]!;
      rises[i & wrap] = rise * Number(rise > ROUNDING * Math.abs(high[i]!));
      falls[i & wrap] = fall * Number(fall > ROUNDING * Math.abs(low[i]!));
    } while (++i < to);
    ratio.fill(from, to, lines[0]!);
    for (let k = 0; k < means.length; k++) {
      means[k]!.fill(lines[0]!, from, to, lines[k + 1]!);
      for (i = from; i < to && i < delays[k]!; i++) lines[k + 1]![i] = NaN;
    }
  }
}

export const CR: IndicatorDefinition = {
  name: 'CR',
  lines: ([, ...periods]) => [line('cr', 'CR'), ...periods.map((period, k) => line(`ma${k + 1}`, `MA${period}`))],
  start: (params) => new CrPass(params),
};
