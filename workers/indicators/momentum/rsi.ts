// RSI: Wilder's share of gains in the moves of the close, any number of lines.
// 100 without losses (docs/indicators.md 10).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { WRAP, strip } from '../kit/column.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { type SeededAverage, wilder } from '../kit/seeded-average.ts';

class RsiPass implements Pass {
  readonly #gains: SeededAverage[];
  readonly #losses: SeededAverage[];
  readonly #gain = strip();
  readonly #loss = strip();
  readonly #fallen = strip();
  /** The last close that was a number. */
  #before = NaN;

  constructor(params: readonly number[]) {
    this.#gains = params.map((period) => wilder(period, WRAP));
    this.#losses = params.map((period) => wilder(period, WRAP, WRAP));
  }

  fill({ close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const gains = this.#gains;
    const losses = this.#losses;
    const gain = this.#gain;
    const loss = this.#loss;
    const fallen = this.#fallen;
    this.#move(close, from, to);
    for (let k = 0; k < gains.length; k++) {
      const rsi = lines[k]!;
      const wrap = fallen.length - 1;
      gains[k]!.fill(gain, from, to, rsi);
      losses[k]!.fill(loss, from, to, fallen);
      let i = from;
      do {
        const lost = fallen[i & wrap]!;
        const value = (100 * rsi[i]!) / (rsi[i]! + lost);
        rsi[i] = value + (value - value);
        if (lost === 0) rsi[i] = 100;
      } while (++i < to);
    }
  }

  #move(close: Float64Array, from: number, to: number): void {
    const gain = this.#gain;
    const loss = this.#loss;
    const wrap = gain.length - 1;
    let before = this.#before;
    if (from === 0) before = NaN;
    let i = from;
    do {
      if (i === to - 1) this.#before = before;
      const now = close[i]!;
      const change = now - before;
      gain[i & wrap] = change * Number(change > 0);
      loss[i & wrap] = -change * Number(change < 0);
      if (now - now === 0) before = now;
    } while (++i < to);
  }
}

export const RSI: IndicatorDefinition = {
  name: 'RSI',
  lines: (params) => params.map((_, k) => line(`rsi${k + 1}`, `RSI${k + 1}`)),
  start: (params) => new RsiPass(params),
};
