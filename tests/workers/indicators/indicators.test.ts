// All indicators against published vectors, live updates, and refused parameters.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import type { IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { SETS, linesOf, seriesOf, walk } from './indicators-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

interface Input {
  t: number[];
  o: number[];
  h: number[];
  l: number[];
  c: number[];
  v?: (number | null)[];
}
type Values = Record<string, (number | null)[]>;
interface Case {
  ind: string;
  params: number[];
  first: Record<string, number>;
  tol: Record<string, number>;
  tolRow?: Values;
  kline: Values;
  expect?: Values;
}

function rowsOf(input: Input): Rows {
  const rows = new Rows(6, Math.max(1, input.t.length));
  input.t.forEach((t, i) => {
    const at = rows.add();
    rows.data.set([t, input.o[i]!, input.h[i]!, input.l[i]!, input.c[i]!, input.v?.[i] ?? NaN], at);
  });
  return rows;
}

/** Compares one case at `rows`; returns the number of values compared. */
function compare(test: Case, series: CandleSeries, rows: number[]): number {
  const lines = linesOf(test.ind, test.params);
  lines.recompute(series);
  let compared = 0;
  const shapes = INDICATORS.get(test.ind)!.lines(test.params);
  expect(shapes.map(({ key }) => key).sort()).toEqual(Object.keys(test.expect ?? test.kline).sort());
  shapes.forEach(({ key }, line) => {
    const want = test.expect?.[key] ?? test.kline[key];
    expect(want, `${test.ind} has a line ${key}`).toBeDefined();
    const wrong: string[] = [];
    rows.forEach((row, k) => {
      const got = lines.columns[line]![row]!;
      const value = want![k] ?? null;
      const isEqual =
        value === null
          ? Number.isNaN(got)
          : Math.abs(got - value) <= (test.tolRow?.[key]?.[k] ?? test.tol[key] ?? 0) + 1e-11 * Math.abs(value);
      if (!isEqual) wrong.push(`row ${row}: ${got}, not ${value}`);
      compared++;
    });
    expect(wrong, `${test.ind} ${key}`).toEqual([]);
  });
  return compared;
}

describe('CCI', () => {
  /**
   * Bars on a grid whose high, low and close add up to the same ticks: all differ, but the typical price is constant.
   */
  function steady(
    decimals: number,
    ticks: number,
    count: number,
    random: () => number,
  ): { h: number[]; l: number[]; c: number[] } {
    const columns = { h: [] as number[], l: [] as number[], c: [] as number[] };
    const print = (value: number): number => Number((value / 10 ** decimals).toFixed(decimals));
    while (columns.h.length < count) {
      const close = ticks + Math.floor((random() - 0.5) * 60);
      const high = Math.max(close, Math.ceil((3 * ticks - close) / 2)) + Math.floor(random() * 20);
      const low = 3 * ticks - close - high;
      if (low > close) continue;
      for (const [name, value] of [
        ['h', high],
        ['l', low],
        ['c', close],
      ] as const)
        columns[name].push(print(value));
    }
    return columns;
  }

  it('is 0 in a window with a constant typical price, whatever its bars (seed 20261123)', () => {
    const random = seeded(20_261_123);
    for (let k = 0; k < 200; k++) {
      const { h, l, c } = steady(k % 9, 2_000 + Math.floor(random() * 1e6), 60, random);
      // One more tick at the end is a move, and must be detected.
      h.push(h.at(-1)! + 10 ** -(k % 9));
      l.push(l.at(-1)!);
      c.push(c.at(-1)!);
      const lines = linesOf('CCI', [20]);
      lines.recompute(seriesOf(rowsOf({ t: h.map((_, i) => i * 60_000), o: c, h, l, c })));
      expect([k, [...lines.columns[0]!.subarray(19, 60)].filter((value) => value !== 0)]).toEqual([k, []]);
      expect(lines.columns[0]![60]).toBeGreaterThan(600);
    }
  });
});

describe('vectors', () => {
  for (const name of ['aapl-1d', 'btcusd-1m']) {
    const path = sharedFile(`vectors/indicators/${name}.json`);
    it.skipIf(path === null)(`hold for ${name}`, () => {
      const file = JSON.parse(readFileSync(path!, 'utf8')) as {
        ranges: [number, number][];
        input: Input;
        cases: Case[];
      };
      const rows = file.ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
      const series = seriesOf(rowsOf(file.input));
      const cases = file.cases.filter(({ ind }) => INDICATORS.has(ind));
      expect(INDICATORS.size).toBe(24);
      expect(cases.length).toBe(24);
      for (const test of cases) expect(compare(test, series, rows)).toBeGreaterThanOrEqual(rows.length);
    });
  }
  const path = sharedFile('vectors/indicators/degenerate.json');
  it.skipIf(path === null)('hold for degenerate series', () => {
    const file = JSON.parse(readFileSync(path!, 'utf8')) as {
      series: { name: string; input: Input; rows: number[]; cases: Case[] }[];
    };
    let compared = 0;
    for (const { input, rows, cases } of file.series) {
      const series = seriesOf(rowsOf(input));
      for (const test of cases.filter(({ ind }) => INDICATORS.has(ind))) compared += compare(test, series, rows);
    }
    expect(compared).toBeGreaterThan(10_000);
  });
});

function expectEqual(live: IndicatorLines, whole: IndicatorLines, seed: number): void {
  expect(live.length).toBe(whole.length);
  live.columns.forEach((column, line) => {
    for (let i = 0; i < live.length; i++) {
      const [got, want] = [column[i]!, whole.columns[line]![i]!];
      const isEqual = Number.isNaN(want)
        ? Number.isNaN(got)
        : Number.isFinite(want) && Math.abs(got - want) <= 1e-12 * Math.abs(want);
      if (!isEqual) throw new Error(`seed ${seed} row ${i}: ${got}, not ${want}`);
    }
  });
}

describe.each(SETS)('%s %j', (name, params) => {
  it('ticks, appended candles and older pages equal a full recalculation', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seeded(seed);
      const all = walk(random, 300);
      const series = new CandleSeries();
      const lines = linesOf(name, params);
      const first = 100 + Math.floor(random() * 100);
      const tick = new Float64Array(6);
      for (let i = first; i < all.count; i++) {
        for (let ticks = Math.floor(random() * 4); ticks > 0; ticks--) {
          tick.set(all.data.subarray(i * 6, i * 6 + 6));
          tick[4] = random() * 1e6;
          tick[2] = Math.max(tick[2]!, tick[4]);
          tick[3] = Math.min(tick[3]!, tick[4]);
          tick[5] = random() * 10;
          series.upsert(tick, 0);
          lines.update(series);
        }
        series.upsert(all.data, i * 6);
        lines.update(series);
      }
      const older = new Rows(6, first);
      older.data.set(all.data.subarray(0, first * 6));
      older.count = first;
      series.prepend(older);
      lines.recompute(series);
      const whole = linesOf(name, params);
      whole.recompute(seriesOf(all));
      expectEqual(lines, whole, seed);
    }
  });
});

describe.each(['MA', 'VOL'])('%s', (name) => {
  it('means are those of a naive sum over the window', () => {
    const random = seeded(7);
    const series = seriesOf(walk(random, 600));
    const lines = linesOf(name, [1, 3, 17]);
    lines.recompute(series);
    const source = Array.from({ length: 600 }, (_, i) =>
      name === 'MA' ? series.close[i]! : Number.isFinite(series.volume[i]!) ? series.volume[i]! : 0,
    );
    [1, 3, 17].forEach((period, line) => {
      for (let i = period - 1; i < 600; i++) {
        const want = source.slice(i - period + 1, i + 1).reduce((a, b) => a + b, 0) / period;
        expect(Math.abs(lines.columns[line]![i]! - want)).toBeLessThanOrEqual(1e-9 * Math.abs(want));
      }
    });
  });
});

const LISTS = [[], [0], [-1], [2.5], [1001], [NaN], [Infinity], [5, 5], Array.from({ length: 11 }, (_, i) => i + 1)];
const REFUSED: Record<string, number[][]> = {
  MA: LISTS,
  EMA: LISTS,
  VOL: LISTS,
  RSI: LISTS,
  BIAS: LISTS,
  WR: LISTS,
  SMA: [[], [12], [12, 13], [0, 0], [1001, 1], [12, 0], [12, 1.5], [12, 2, 1]],
  BOLL: [[20], [1, 2], [1001, 2], [20, 0], [20, 10.1], [20, 0.15], [20.5, 2]],
  SAR: [
    [2, 2],
    [0, 2, 20],
    [2, 0.05, 20],
    [11, 2, 20],
    [2, 2, 1],
    [2, 2, 101],
    [2, 0.25, 20],
  ],
  BBI: [[], [3], [1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 0], [3, 1001], [3, 2.5]],
  MACD: [
    [12, 26],
    [0, 26, 9],
    [12, 1001, 9],
    [12, 26, 0.5],
    [12, 26, NaN],
  ],
  KDJ: [
    [9, 3],
    [0, 3, 3],
    [9, 101, 3],
    [9, 3, 0],
    [1001, 3, 3],
  ],
  BRAR: [[], [1], [1001], [2.5], [26, 26]],
  CCI: [[], [1], [1001], [2.5]],
  DMI: [[14], [1, 6], [501, 6], [14, 0], [14, 501]],
  CR: [
    [26, 10, 20, 40],
    [0, 10, 20, 40, 60],
    [26, 0, 20, 40, 60],
    [26, 10, 20, 40, 501],
    [1001, 10, 20, 40, 60],
  ],
  PSY: [[12], [0, 6], [12, 0], [12, 501], [1001, 6]],
  MTM: [[12], [0, 6], [12, 0], [12, 501]],
  ROC: [[12], [0, 6], [12, 0], [12, 501]],
  DMA: [
    [10, 50],
    [0, 50, 10],
    [10, 1001, 10],
    [10, 50, 501],
  ],
  TRIX: [[12], [0, 9], [501, 9], [12, 501]],
  OBV: [[], [0], [1001], [1.5]],
  PVT: [[1]],
  AO: [[5], [0, 34], [5, 1001], [5, 34, 1]],
};

describe.each([...INDICATORS.values()])('$name', ({ name, defaults, refuse }) => {
  it('accepts its defaults, and refuses invalid parameters with a sentence', () => {
    expect(refuse(defaults)).toBe(null);
    for (const params of REFUSED[name]!) expect(refuse(params), JSON.stringify(params)).toMatch(/^[A-Z].*\.$/);
    if (defaults.length > 0) expect(refuse(defaults.map(String) as unknown as number[])).toMatch(/\.$/);
  });

  it('has one row per candle, also for no candle and for one', () => {
    const lines = linesOf(name, [...defaults]);
    lines.recompute(seriesOf(walk(seeded(1), 0)));
    expect(lines.length).toBe(0);
    lines.recompute(seriesOf(walk(seeded(1), 1)));
    expect(lines.length).toBe(1);
  });

  it('recovers after a candle without prices', () => {
    const rows = walk(seeded(3), 400);
    rows.data.fill(NaN, 100 * 6 + 1, 100 * 6 + 5);
    const lines = linesOf(name, [...defaults]);
    lines.recompute(seriesOf(rows));
    for (const column of lines.columns) expect(Number.isFinite(column[399])).toBe(true);
  });

  it('gives no infinity at prices near the limits of doubles', () => {
    const rows = walk(seeded(4), 200);
    for (let i = 0; i < 200; i++) for (let k = 1; k < 5; k++) rows.data[i * 6 + k]! *= i % 3 === 0 ? 1e300 : 1e-300;
    const lines = linesOf(name, [...defaults]);
    lines.recompute(seriesOf(rows));
    for (const column of lines.columns)
      for (const value of column.subarray(0, lines.length)) expect(Math.abs(value)).not.toBe(Infinity);
  });
});

it('a non-finite close makes its windows NaN, and nothing after them', () => {
  const rows = walk(seeded(3), 40);
  rows.data[20 * 6 + 4] = Infinity;
  const series = seriesOf(rows);
  const lines = linesOf('MA', [5]);
  lines.recompute(series);
  for (let i = 4; i < 40; i++) expect(Number.isNaN(lines.columns[0]![i]!)).toBe(i >= 20 && i <= 24);
});
