// VOL: volume as bars, and its mean over n bars, any number of lines (docs/indicators.md 7).
// A missing volume counts as 0.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from '../kit/calculation.ts';
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { SlidingMean } from '../kit/sliding-mean.ts';
import { fillVolume } from '../kit/volume.ts';

class VolPass implements Pass {
  readonly #means: SlidingMean[];

  constructor(params: readonly number[]) {
    this.#means = params.map((period) => new SlidingMean(period));
  }

  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const means = this.#means;
    const volume = lines[means.length]!;
    fillVolume(bars.volume, from, to, volume);
    for (let k = 0; k < means.length; k++) means[k]!.fill(volume, from, to, lines[k]!);
  }
}

export const VOL: IndicatorDefinition = {
  name: 'VOL',
  lines: (params) => [
    ...params.map((period, k) => line(`ma${k + 1}`, `MA${period}`)),
    { key: 'volume', title: 'VOL', type: 'bar' },
  ],
  start: (params) => new VolPass(params),
};
