// OBV: volume added on a rising close and subtracted on a falling one, and its mean.
// docs/indicators.md 19.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';
import { fillVolume } from '../kit/volume.ts';

class ObvPass implements Pass {
  readonly #mean: SlidingMean;
  #balance = NaN;
  /** Last close that was a number; NaN before the first, which adds nothing. */
  #before = NaN;

  constructor([period]: readonly number[]) {
    this.#mean = new SlidingMean(period!);
  }

  fill({ close, volume }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const obv = lines[0]!;
    fillVolume(volume, from, to, obv);
    let balance = this.#balance;
    let before = this.#before;
    if (from === 0) {
      balance = 0;
      before = NaN;
    }
    let i = from;
    do {
      if (i === to - 1) {
        this.#balance = balance;
        this.#before = before;
      }
      const now = close[i]!;
      const sum = balance + obv[i]! * (Number(now > before) - Number(now < before));
      const next = sum + (sum - sum) + (now - now);
      obv[i] = next;
      if (next === next) {
        balance = next;
        before = now;
      }
    } while (++i < to);
    this.#mean.fill(obv, from, to, lines[1]!);
  }
}

export const OBV: IndicatorDefinition = {
  name: 'OBV',
  lines: () => [line('obv', 'OBV'), line('maObv', 'MAOBV')],
  start: (params) => new ObvPass(params),
};
