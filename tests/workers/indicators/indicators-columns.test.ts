// Indicators over columns: any split, ticks in between, extreme numbers, longest windows.
import { describe, expect, it } from 'vitest';
import type { Bars } from '../../../workers/candles/candle-series.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import { SETS, walk } from './indicators-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

type Bar = [open: number, high: number, low: number, close: number, volume: number];
const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

function barsOf(rows: readonly Bar[]): Bars {
  const column = (k: number): Float64Array => Float64Array.from(rows, (row) => row[k]!);
  return {
    length: rows.length,
    time: Float64Array.from(rows, (_, i) => i * 60_000),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
  };
}

function walked(seed: number, count: number): Bar[] {
  const { data } = walk(seeded(seed), count);
  return Array.from({ length: count }, (_, i) => [...data.subarray(i * 6 + 1, i * 6 + 6)] as Bar);
}

/** As in the registry's documentation, with nothing but the registry. */
function linesOf(name: string, params: readonly number[], bars: Bars): Float64Array[] {
  const indicator = INDICATORS.get(name)!;
  const columns = indicator.lines(params).map(() => new Float64Array(bars.length));
  indicator.start(params).fill(bars, 0, bars.length, columns);
  return columns;
}

const LONGEST: Record<string, number[]> = {
  MA: [1000, 999],
  EMA: [1000],
  SMA: [1000, 3],
  BOLL: [999, 2],
  BBI: [1000, 512],
  VOL: [1000],
  MACD: [500, 1000, 300],
  KDJ: [1000, 100, 100],
  RSI: [1000],
  BIAS: [1000],
  BRAR: [1000],
  CCI: [1000],
  DMI: [500, 500],
  CR: [1000, 500, 400, 300, 1],
  PSY: [1000, 500],
  DMA: [1000, 999, 500],
  TRIX: [500, 500],
  OBV: [1000],
  WR: [1000, 513, 512],
  MTM: [1000, 500],
  ROC: [1000, 500],
  AO: [1000, 999],
};

describe.each([...SETS, ...Object.entries(LONGEST)])('%s %j', (name, params) => {
  it('gives identical bits for any split, with any ticks on the last row of each part', () => {
    for (let seed = 11; seed <= 12; seed++) {
      const random = seeded(seed);
      const rows = walked(seed, 2600);
      const bars = barsOf(rows);
      const indicator = INDICATORS.get(name)!;
      const columns = indicator.lines(params).map(() => new Float64Array(bars.length));
      const calculation = indicator.start(params);
      // Used before for other bars, of which nothing may remain.
      calculation.fill(barsOf(walked(seed + 100, 700)), 0, 700, columns);
      let from = 0;
      for (
        let to = 1;
        from < bars.length - 1;
        to = Math.min(bars.length, to + (random() < 0.5 ? 1 : 1 + Math.floor(random() * 700)))
      ) {
        const last = to - 1;
        for (let ticks = Math.floor(random() * 3); ticks > 0; ticks--) {
          for (const key of COLUMNS) bars[key][last] = random() < 0.05 ? NaN : random() < 0.1 ? 0 : random() * 1e7;
          calculation.fill(bars, from, to, columns);
          from = last;
        }
        COLUMNS.forEach((key, k) => (bars[key][last] = rows[last]![k]!));
        calculation.fill(bars, from, to, columns);
        from = last;
      }
      linesOf(name, params, bars).forEach((want, line) => {
        expect(
          columns[line]!.findIndex((value, i) => !Object.is(value, want[i])),
          `seed ${seed}, line ${line}, row`,
        ).toBe(-1);
      });
    }
  });

  it('gives only finite numbers or NaN for any input, and recovers afterwards', () => {
    const random = seeded(21);
    const hostile = [
      NaN,
      Infinity,
      -Infinity,
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      Number.MIN_VALUE,
      -1,
      0,
      1e300,
      1e-300,
    ];
    const rows = walked(21, 6000).map((row, i) => {
      if (i >= 1500) return row.map((value) => (Number.isFinite(value) ? value + 1 : 1)) as Bar;
      const bar = row.map((value) => (random() < 0.2 ? hostile[Math.floor(random() * hostile.length)]! : value)) as Bar;
      // OBV accumulates: the largest double would overflow every later sum.
      if (Math.abs(bar[4]) === Number.MAX_VALUE) bar[4] = 1e300;
      return bar;
    });
    for (const column of linesOf(name, params, barsOf(rows))) {
      expect(column.findIndex((value) => Math.abs(value) === Infinity)).toBe(-1);
      expect(column.at(-1)).not.toBeNaN();
    }
  });
});

/** Expected values for every row of 1700 smooth ones, with the longest or odd windows. */
describe('formulas written out', () => {
  const random = seeded(31);
  let price = 100;
  const bars = barsOf(
    Array.from({ length: 1700 }, (): Bar => {
      const open = price;
      price *= 1 + (random() - 0.5) * 0.02;
      return [
        open,
        Math.max(open, price) * (1 + random() * 0.01),
        Math.min(open, price) * (1 - random() * 0.01),
        price,
        random() * 50,
      ];
    }),
  );
  const { open, high, low, close } = bars;
  const sum = (n: number, i: number, f: (at: number) => number): number =>
    Array.from({ length: n }, (_, k) => f(i - k)).reduce((a, b) => a + b, 0);
  const highest = (n: number, i: number): number => Math.max(...high.subarray(i - n + 1, i + 1));
  const lowest = (n: number, i: number): number => Math.min(...low.subarray(i - n + 1, i + 1));
  const typical = (i: number): number => (high[i]! + low[i]! + close[i]!) / 3;
  const before = (i: number): number => Math.max(0, i - 1);
  const middle = (i: number): number => (high[i]! + low[i]!) / 2;
  const cr = (n: number, i: number): number =>
    (100 * sum(n, i, (at) => Math.max(0, high[at]! - middle(before(at))))) /
    sum(n, i, (at) => Math.max(0, middle(before(at)) - low[at]!));
  const deviation = (n: number, i: number): number => {
    const mean = sum(n, i, (at) => close[at]!) / n;
    return Math.sqrt(sum(n, i, (at) => (close[at]! - mean) ** 2) / n);
  };
  const cci = (n: number, i: number): number => {
    const mean = sum(n, i, typical) / n;
    return (typical(i) - mean) / ((0.015 * sum(n, i, (at) => Math.abs(typical(at) - mean))) / n);
  };
  const FORMULAS: [name: string, params: number[], line: number, first: number, f: (i: number) => number][] = [
    ['MA', [1000], 0, 999, (i) => sum(1000, i, (at) => close[at]!) / 1000],
    ['BOLL', [999, 2], 0, 998, (i) => sum(999, i, (at) => close[at]!) / 999 + 2 * deviation(999, i)],
    ['CCI', [7], 0, 6, (i) => cci(7, i)],
    ['CCI', [1000], 0, 999, (i) => cci(1000, i)],
    ['WR', [1000, 7], 0, 999, (i) => (100 * (close[i]! - highest(1000, i))) / (highest(1000, i) - lowest(1000, i))],
    ['WR', [1000, 7], 1, 6, (i) => (100 * (close[i]! - highest(7, i))) / (highest(7, i) - lowest(7, i))],
    ['KDJ', [777, 1, 1], 0, 776, (i) => (100 * (close[i]! - lowest(777, i))) / (highest(777, i) - lowest(777, i))],
    [
      'BRAR',
      [1000],
      0,
      999,
      (i) =>
        (100 * sum(1000, i, (at) => Math.max(0, high[at]! - close[before(at)]!))) /
        sum(1000, i, (at) => Math.max(0, close[before(at)]! - low[at]!)),
    ],
    [
      'BRAR',
      [1000],
      1,
      999,
      (i) => (100 * sum(1000, i, (at) => high[at]! - open[at]!)) / sum(1000, i, (at) => open[at]! - low[at]!),
    ],
    ['CR', [1000, 10, 20, 40, 60], 0, 999, (i) => cr(1000, i)],
    ['CR', [9, 30, 10, 20, 40], 1, 8 + 29 + 13, (i) => sum(30, i - 13, (at) => cr(9, at)) / 30],
    [
      'PSY',
      [1000, 6],
      0,
      999,
      (i) => (100 * sum(1000, i, (at) => (at > 0 && close[at]! > close[at - 1]! ? 1 : 0))) / 1000,
    ],
    ['AO', [3, 1000], 0, 999, (i) => sum(3, i, middle) / 3 - sum(1000, i, middle) / 1000],
  ];

  it.each(FORMULAS)('%s %j, line %i', (name, params, line, first, f) => {
    const column = linesOf(name, params, bars)[line]!;
    for (let i = 0; i < bars.length; i++) {
      if (i < first) expect(column[i], `row ${i}`).toBeNaN();
      else if (i < first + 50 || i % 37 === 0)
        expect(Math.abs(column[i]! - f(i)), `row ${i}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(f(i))));
    }
  });
});

it('a mean has no rounding residue of values that left the window', () => {
  const random = seeded(41);
  const rows = Array.from({ length: 4000 }, (_, i): Bar => {
    const close = i % 1000 === 0 ? 1e12 * random() : i % 1000 < 500 ? 1e-8 * random() : 0;
    return [close, close, close, close, 1];
  });
  const bars = barsOf(rows);
  const column = linesOf('MA', [20], bars)[0]!;
  for (let i = 19; i < bars.length; i++) {
    const want = bars.close.subarray(i - 19, i + 1).reduce((a, b) => a + b, 0) / 20;
    expect(Math.abs(column[i]! - want), `row ${i}`).toBeLessThanOrEqual(1e-12 * want);
  }
});
