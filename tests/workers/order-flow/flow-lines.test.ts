// Delta and its sum beside the candles: live equals recalculated, and nothing is made up where trades are missing.
import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { FlowLines } from '../../../workers/order-flow/flow-lines.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const candle = (time: number, volume: number): Float64Array => Float64Array.of(time, 1, 1, 1, 1, volume);
const valuesOf = (lines: FlowLines, length: number): number[] => Array.from(lines.columns[0]!.subarray(0, length));

describe('FlowLines', () => {
  it('a delta is what was bought less what was sold; the sum goes on from bar to bar', () => {
    const series = new CandleSeries();
    const flow = new FlowBars({ levelPrice: 1, lotCoins: 0.5 });
    for (const [time, level, lots, isBuy] of [
      [0, 10, 4, true],
      [0, 11, 1, false],
      [60, 9, 6, false],
      [180, 9, 2, true],
    ] as const)
      flow.add(time, level, lots, isBuy);
    for (const [time, volume] of [
      [0, 5],
      [60, 6],
      [120, 0],
      [180, 2],
    ])
      series.upsert(candle(time!, volume!), 0);
    const [delta, sum] = [false, true].map((isSum) => new FlowLines(isSum, () => flow));
    delta!.recompute(series);
    sum!.recompute(series);
    expect(valuesOf(delta!, 4)).toEqual([1.5, -3, 0, 1]);
    expect(valuesOf(sum!, 4)).toEqual([1.5, -1.5, -1.5, -0.5]);
  });

  it('a candle whose trades were not recorded has no value, and the sum begins again behind it', () => {
    const series = new CandleSeries();
    const flow = new FlowBars({ levelPrice: 1, lotCoins: 1 });
    for (let at = 0; at < 6; at++) {
      series.upsert(candle(at, 1), 0);
      if (at > 0 && at !== 3) flow.add(at, 10, 1, true);
    }
    flow.markPart(4);
    const sum = new FlowLines(true, () => flow);
    sum.recompute(series);
    expect(valuesOf(sum, 6)).toEqual([NaN, 1, 2, NaN, 1, 2]);
  });

  it('there is no value before the first trade arrived', () => {
    const series = new CandleSeries();
    series.upsert(candle(0, 0), 0);
    const lines = new FlowLines(false, () => null);
    lines.recompute(series);
    expect(valuesOf(lines, 1)).toEqual([NaN]);
  });

  it('live updates are the values of a recalculation', () => {
    const random = seeded(8);
    const series = new CandleSeries();
    const flow = new FlowBars({ levelPrice: 1, lotCoins: 1 });
    const live = new FlowLines(true, () => flow);
    let volume = 0;
    for (let step = 0, time = 0; step < 3000; step++) {
      if (random() < 0.1) {
        time += 1 + Math.floor(2 * random());
        volume = 0;
      }
      const lots = 1 + Math.floor(9 * random());
      volume += lots;
      if (random() < 0.97) flow.add(time, 100 + Math.floor(20 * random()), lots, random() < 0.5);
      series.upsert(candle(time, volume), 0);
      live.update(series);
    }
    const whole = new FlowLines(true, () => flow);
    whole.recompute(series);
    expect(valuesOf(live, series.length)).toEqual(valuesOf(whole, series.length));
  });
});
