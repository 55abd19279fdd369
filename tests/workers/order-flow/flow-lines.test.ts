// Delta and its sum beside the candles: live equals recalculated, and nothing is made up where trades are missing.
import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { CandleFeed } from '../../../workers/candles/candle-feed.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import { FlowLines } from '../../../workers/order-flow/flow-lines.ts';
import type { FlowSource } from '../../../workers/order-flow/flow-source.ts';
import { CandleChanges } from '../../../workers/views/candle-changes.ts';
import { IndicatorLoader } from '../../../workers/views/indicator-loader.ts';
import { settled } from '../../support/feed/fake-platform.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const candle = (time: number, volume: number): Float64Array => Float64Array.of(time, 1, 1, 1, 1, volume);
const valuesOf = (lines: FlowLines, length: number): number[] => Array.from(lines.columns[0]!.subarray(0, length));

describe('FlowLines', () => {
  it('a delta is what was bought less what was sold; the sum goes on from bar to bar', () => {
    const series = new CandleSeries();
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 0.5 });
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
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
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
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
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

describe('lines beside candles that arrived before their trades', () => {
  const rowsOf = (candles: readonly Float64Array[]): Rows => {
    const rows = new Rows(6);
    for (const each of candles) rows.data.set(each, rows.add());
    return rows;
  };
  const MINUTE = 60_000;

  /** A view of both lines over four candles, whose trades are `flow`. */
  async function shown(flow: { bars: FlowBars | null }): Promise<{ feed: CandleFeed; changes: CandleChanges }> {
    const page = rowsOf([0, 1, 2, 3].map((at) => candle(at * MINUTE, 5)));
    const feed = new CandleFeed('1m', async () => ({ rows: page, hasMore: false }));
    const source: FlowSource = {
      get bars() {
        return flow.bars;
      },
      cover: () => {},
      lines: (name) => new FlowLines(name === 'CVD', () => flow.bars),
      createWriter: () => {
        throw new Error('no page draws here');
      },
    };
    const loader = new IndicatorLoader(
      async () => INDICATORS,
      () => {},
    );
    const specs = [
      { name: 'DELTA', params: [] },
      { name: 'CVD', params: [] },
    ];
    const changes = new CandleChanges(specs, { feed, flow: source }, loader, () => {});
    feed.listeners.add(changes);
    await feed.load(0);
    await settled();
    expect(changes.prepare()).toBe(true);
    changes.markShown();
    return { feed, changes };
  }

  function expectLines({ feed, changes }: Awaited<ReturnType<typeof shown>>, flow: FlowBars, from: number): void {
    expect(changes.prepare()).toBe(true);
    expect(changes.tailFrom).toBe(from);
    for (const [at, isSum] of [false, true].entries()) {
      const whole = new FlowLines(isSum, () => flow);
      whole.recompute(feed.series);
      const { columns } = changes.indicators[at]!;
      expect(Array.from(columns[0]!.subarray(0, feed.series.length))).toEqual(valuesOf(whole, feed.series.length));
    }
    changes.markShown();
  }

  it('the first trades of several candles give each its value', async () => {
    const flow: { bars: FlowBars | null } = { bars: null };
    const view = await shown(flow);
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    for (const at of [1, 2, 3]) bars.add(at * MINUTE, 10, at, true);
    flow.bars = bars;
    expectLines(view, bars, 0);
  });

  it('trades of candles that closed meanwhile change those candles', async () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    bars.add(3 * MINUTE, 10, 5, true);
    const view = await shown({ bars });
    view.feed.apply(rowsOf([3, 4, 5, 6].map((at) => candle(at * MINUTE, 9))), 0);
    view.changes.prepare();
    view.changes.markShown();
    bars.add(3 * MINUTE, 11, 4, false);
    for (const at of [4, 5, 6]) bars.add(at * MINUTE, 10, at, at % 2 === 0);
    expectLines(view, bars, 3);
  });

  it('another order flow of as many changes gives all candles their values again', async () => {
    const made = (lots: number): FlowBars => {
      const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
      for (const at of [0, 1, 2, 3]) bars.add(at * MINUTE, 10, lots, true);
      return bars;
    };
    const flow = { bars: made(5) };
    const view = await shown(flow);
    flow.bars = made(2);
    expectLines(view, flow.bars, 0);
  });
});
