// PVT: running sum of volume times the relative change of the close (docs/indicators.md 23).
// A row whose previous close is 0 adds nothing (D10).
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { fillVolume } from '../kit/volume.ts';

class PvtPass implements Pass {
  /** The sum before the last row; NaN until a pass begins at row 0. */
  #trend = NaN;
  /** The last finite close before the last row; 0 while there is none, NaN until a pass begins at row 0. */
  #before = NaN;

  fill({ close, volume }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const pvt = lines[0]!;
    fillVolume(volume, from, to, pvt);
    let trend = this.#trend;
    let before = this.#before;
    if (from === 0) trend = before = 0;
    let i = from;
    do {
      if (i === to - 1) {
        this.#trend = trend;
        this.#before = before;
      }
      const now = close[i]!;
      const same = trend + 0 * now;
      const moved = trend + (pvt[i]! * (now - before)) / before;
      const next = before === 0 ? same : moved;
      pvt[i] = next + (next - next);
      if (next - next === 0) {
        trend = next;
        before = now;
      }
    } while (++i < to);
  }
}

export const PVT: IndicatorDefinition = {
  name: 'PVT',
  lines: () => [line('pvt', 'PVT')],
  start: () => new PvtPass(),
};
