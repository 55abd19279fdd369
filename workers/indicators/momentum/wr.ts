// WR: distance of the close from the highest high, -100 to 0, any number of lines.
// -50 in a flat window (docs/indicators.md 20, D8).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { HighLow } from '../kit/high-low.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';

const NEUTRAL = -50;

class WrPass implements Pass {
  readonly #periods: readonly number[];
  readonly #window: HighLow;

  constructor(params: readonly number[]) {
    this.#periods = params;
    this.#window = new HighLow(Math.max(...params));
  }

  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const periods = this.#periods;
    const window = this.#window;
    window.update(bars, from, to);
    for (let k = 0; k < periods.length; k++) window.fill(bars.close, periods[k]!, true, NEUTRAL, from, to, lines[k]!);
  }
}

export const WR: IndicatorDefinition = {
  name: 'WR',
  lines: (params) => params.map((_, k) => line(`wr${k + 1}`, `WR${k + 1}`)),
  start: (params) => new WrPass(params),
};
