// CCI: distance of the typical price from its mean in mean deviations; a flat window is 0 (INDICATORS.md 1.13, D7). O(n) a row.
import type { Bars } from '../candles/series.ts';
import type { Pass } from './calculation.ts';
import { WRAP, strip } from './column.ts';
import { fillDeviation } from './deviation.ts';
import { type Design, line } from './indicator.ts';
import { SlidingMean } from './sliding-mean.ts';

class CciPass implements Pass {
  private readonly period: number;
  private readonly mean: SlidingMean;
  private readonly typical = strip();
  private readonly middle = strip();
  /** First row of the run of equal typical prices: flat is told by the inputs, never by a rounded deviation. */
  private since = 0;

  constructor([period]: readonly number[]) {
    this.period = period!;
    this.mean = new SlidingMean(period!, WRAP, WRAP);
  }

  fill({ high, low, close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const { period, typical, middle } = this;
    const cci = lines[0]!;
    const wrap = typical.length - 1;
    let i = from;
    do typical[i & wrap] = (high[i]! + low[i]! + close[i]!) / 3;
    while (++i < to);
    this.mean.fill(typical, from, to, middle);
    fillDeviation(typical, middle, period, false, from, to, cci, wrap);
    let { since } = this;
    if (from === 0) since = 0;
    i = from;
    do {
      if (i === to - 1) this.since = since;
      const price = typical[i & wrap]!;
      if (price !== typical[(i - 1) & wrap]) since = i;
      const distance = price - middle[i & wrap]!;
      const deviation = 0.015 * cci[i]!;
      const value = (distance * period) / deviation;
      cci[i] = value + (value - value);
      if (i - since >= period - 1 || deviation === 0) cci[i] = 0 * distance;
    } while (++i < to);
  }
}

export const CCI: Design = {
  name: 'CCI',
  lines: () => [line('cci', 'CCI')],
  start: (params) => new CciPass(params),
};
