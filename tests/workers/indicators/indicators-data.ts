// Candles and parameters shared by the tests of indicators.
import { expect } from 'vitest';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';

export function seriesOf(rows: Rows): CandleSeries {
  const series = new CandleSeries();
  series.merge(rows);
  return series;
}

export function linesOf(name: string, params: readonly number[]): IndicatorLines {
  const indicator = INDICATORS.get(name)!;
  expect(indicator.refuse(params)).toBe(null);
  return new IndicatorLines(indicator, { name, params: [...params] });
}

/** `count` candles of a random walk with jumps of ten orders of magnitude and some prices of 0. */
export function walk(random: () => number, count: number): Rows {
  const rows = new Rows(6, count);
  let price = 100;
  for (let i = 0; i < count; i++) {
    const chance = random();
    price =
      chance < 0.01
        ? 1e-8
        : chance < 0.02
          ? 1e5
          : chance < 0.03
            ? 0
            : Math.max(0, price * (1 + (random() - 0.5) * 0.02));
    const open = chance < 0.3 ? price : price * (1 + (random() - 0.5) * 0.01);
    rows.data.set(
      [
        i * 60_000,
        open,
        Math.max(open, price) * 1.01,
        Math.min(open, price) * 0.99,
        price,
        chance < 0.1 ? NaN : random() * 50,
      ],
      rows.add(),
    );
  }
  return rows;
}

/** Parameters besides the defaults: the smallest, and some in unusual order. */
const OTHERS: Record<string, number[][]> = {
  MA: [[1], [17, 3]],
  EMA: [[1], [9, 2, 100]],
  SMA: [
    [1, 1],
    [7, 7],
    [30, 1],
  ],
  BOLL: [
    [2, 0.1],
    [7, 2.5],
  ],
  SAR: [
    [0.1, 0.1, 0.1],
    [10, 0.7, 100],
  ],
  BBI: [
    [1, 1],
    [2, 4, 8, 16, 32],
  ],
  VOL: [[1], [17, 3]],
  MACD: [
    [1, 1, 1],
    [30, 7, 4],
  ],
  KDJ: [
    [1, 1, 1],
    [14, 5, 2],
  ],
  RSI: [[1], [14, 2]],
  BIAS: [[1], [17, 3]],
  BRAR: [[2], [9]],
  CCI: [[2], [7]],
  DMI: [
    [2, 1],
    [7, 12],
  ],
  CR: [
    [1, 1, 1, 1, 1],
    [9, 3, 30, 5, 2],
  ],
  PSY: [
    [1, 1],
    [20, 3],
  ],
  DMA: [
    [1, 1, 1],
    [30, 7, 4],
  ],
  TRIX: [
    [1, 1],
    [5, 3],
  ],
  OBV: [[1], [7]],
  WR: [[1], [21, 2]],
  MTM: [
    [1, 1],
    [20, 3],
  ],
  ROC: [
    [1, 1],
    [20, 3],
  ],
  PVT: [[]],
  AO: [
    [1, 1],
    [20, 3],
  ],
};
export const SETS = [...INDICATORS.values()].flatMap(({ name, defaults }) =>
  [defaults, ...OTHERS[name]!].map((params) => [name, [...params]] as const),
);
