// BRAR: strength of rises against falls, from the open (AR) and the previous close (BR).
// docs/indicators.md 12, D5.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SumRatio } from '../kit/sum-ratio.ts';

class BrarPass implements Pass {
  readonly #br: SumRatio;
  readonly #ar: SumRatio;

  constructor([period]: readonly number[]) {
    this.#br = new SumRatio(period!);
    this.#ar = new SumRatio(period!);
  }

  fill({ open, high, low, close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const br = this.#br;
    const ar = this.#ar;
    const wrap = br.rises.length - 1;
    let i = from;
    do {
      const at = i & wrap;
      // The first bar is compared with itself.
      const before = close[Math.max(0, i - 1)]!;
      const rise = high[i]! - before;
      const fall = before - low[i]!;
      br.rises[at] = rise * Number(rise > 0);
      br.falls[at] = fall * Number(fall > 0);
      ar.rises[at] = high[i]! - open[i]!;
      ar.falls[at] = open[i]! - low[i]!;
    } while (++i < to);
    br.fill(from, to, lines[0]!);
    ar.fill(from, to, lines[1]!);
  }
}

export const BRAR: IndicatorDefinition = {
  name: 'BRAR',
  lines: () => [line('br', 'BR'), line('ar', 'AR')],
  start: (params) => new BrarPass(params),
};
