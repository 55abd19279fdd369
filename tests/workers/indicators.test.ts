// MA and VOL against the published vectors, and live updates against a full recompute.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CandleSeries } from '../../workers/candles/series.ts';
import { Rows } from '../../workers/decode/rows.ts';
import { IndicatorLines } from '../../workers/indicators/indicator.ts';
import { INDICATORS } from '../../workers/indicators/registry.ts';
import { sharedFile } from '../shared.ts';
import { seeded } from './seeded.ts';

interface Input { t: number[]; o: number[]; h: number[]; l: number[]; c: number[]; v?: (number | null)[] }
type Values = Record<string, (number | null)[]>;
interface Case {
  ind: string; params: number[]; first: Record<string, number>; tol: Record<string, number>; tolRow?: Values; kline: Values; expect?: Values;
}

function rowsOf(input: Input): Rows {
  const rows = new Rows(6, Math.max(1, input.t.length));
  input.t.forEach((t, i) => {
    const at = rows.add();
    rows.data.set([t, input.o[i]!, input.h[i]!, input.l[i]!, input.c[i]!, input.v?.[i] ?? NaN], at);
  });
  return rows;
}

function seriesOf(rows: Rows): CandleSeries {
  const series = new CandleSeries();
  series.merge(rows);
  return series;
}

function linesOf(name: string, params: number[]): IndicatorLines {
  const indicator = INDICATORS.get(name)!;
  expect(indicator.refuse(params)).toBe(null);
  return new IndicatorLines(indicator, { name, params });
}

/** Compares one case at `rows`; returns the number of values compared. */
function compare(test: Case, series: CandleSeries, rows: number[]): number {
  const lines = linesOf(test.ind, test.params);
  lines.recompute(series);
  let compared = 0;
  INDICATORS.get(test.ind)!.lines(test.params).forEach(({ key }, line) => {
    const want = test.expect?.[key] ?? test.kline[key];
    expect(want, `${test.ind} has a line ${key}`).toBeDefined();
    rows.forEach((row, k) => {
      const got = lines.columns[line]![row]!;
      const value = want![k] ?? null;
      if (value === null) expect(got, `${test.ind} ${key} row ${row}`).toBeNaN();
      else expect(Math.abs(got - value), `${test.ind} ${key} row ${row}`).toBeLessThanOrEqual((test.tolRow?.[key]?.[k] ?? test.tol[key] ?? 0) + 1e-11 * Math.abs(value));
      compared++;
    });
  });
  return compared;
}

describe('vectors', () => {
  for (const name of ['aapl-1d', 'btcusd-1m']) {
    const path = sharedFile(`vectors/indicators/${name}.json`);
    it.skipIf(path === null)(name, () => {
      const file = JSON.parse(readFileSync(path!, 'utf8')) as { ranges: [number, number][]; input: Input; cases: Case[] };
      const rows = file.ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
      const series = seriesOf(rowsOf(file.input));
      const cases = file.cases.filter(({ ind }) => INDICATORS.has(ind));
      expect(cases.length).toBe(INDICATORS.size);
      for (const test of cases) expect(compare(test, series, rows)).toBeGreaterThan(1000);
    });
  }
  const path = sharedFile('vectors/indicators/degenerate.json');
  it.skipIf(path === null)('degenerate', () => {
    const file = JSON.parse(readFileSync(path!, 'utf8')) as { series: { name: string; input: Input; rows: number[]; cases: Case[] }[] };
    let compared = 0;
    for (const { input, rows, cases } of file.series) {
      const series = seriesOf(rowsOf(input));
      for (const test of cases.filter(({ ind }) => INDICATORS.has(ind))) compared += compare(test, series, rows);
    }
    expect(compared).toBeGreaterThan(500);
  });
});

/** `count` candles of a walk that also jumps by ten orders of magnitude and stands at 0 now and then. */
function walk(random: () => number, count: number): Rows {
  const rows = new Rows(6, count);
  let price = 100;
  for (let i = 0; i < count; i++) {
    const chance = random();
    price = chance < 0.01 ? 1e-8 : chance < 0.02 ? 1e5 : chance < 0.03 ? 0 : Math.max(0, price * (1 + (random() - 0.5) * 0.02));
    rows.data.set([i * 60_000, price, price * 1.01, price * 0.99, price, chance < 0.1 ? NaN : random() * 50], rows.add());
  }
  return rows;
}

function expectEqual(live: IndicatorLines, whole: IndicatorLines, seed: number): void {
  expect(live.length).toBe(whole.length);
  live.columns.forEach((column, line) => {
    for (let i = 0; i < live.length; i++) {
      const [got, want] = [column[i]!, whole.columns[line]![i]!];
      if (Number.isNaN(want)) expect(got, `seed ${seed} row ${i}`).toBeNaN();
      else expect(Math.abs(got - want), `seed ${seed} row ${i}`).toBeLessThanOrEqual(1e-12 * Math.abs(want));
    }
  });
}

describe.each([...INDICATORS.keys()])('%s', (name) => {
  it('ticks, appended candles and older pages end as a full recompute does', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const all = walk(random, 400);
      const series = new CandleSeries();
      const lines = linesOf(name, INDICATORS.get(name)!.defaults.slice());
      const first = 100 + Math.floor(random() * 100);
      const tick = new Float64Array(6);
      for (let i = first; i < all.count; i++) {
        for (let ticks = Math.floor(random() * 4); ticks > 0; ticks--) {
          tick.set(all.data.subarray(i * 6, i * 6 + 6));
          tick[4] = random() * 1e6;
          tick[5] = random() * 10;
          series.put(tick, 0);
          lines.update(series);
        }
        series.put(all.data, i * 6);
        lines.update(series);
      }
      const older = new Rows(6, first);
      older.data.set(all.data.subarray(0, first * 6));
      older.count = first;
      series.prepend(older);
      lines.recompute(series);
      const whole = linesOf(name, INDICATORS.get(name)!.defaults.slice());
      whole.recompute(seriesOf(all));
      expectEqual(lines, whole, seed);
    }
  });

  it('means are those of a naive sum over the window', () => {
    const random = seeded(7);
    const series = seriesOf(walk(random, 600));
    const lines = linesOf(name, [1, 3, 17]);
    lines.recompute(series);
    const source = Array.from({ length: 600 }, (_, i) => (name === 'MA' ? series.close[i]! : Number.isFinite(series.volume[i]!) ? series.volume[i]! : 0));
    [1, 3, 17].forEach((period, line) => {
      for (let i = period - 1; i < 600; i++) {
        const want = source.slice(i - period + 1, i + 1).reduce((a, b) => a + b, 0) / period;
        expect(Math.abs(lines.columns[line]![i]! - want)).toBeLessThanOrEqual(1e-9 * Math.abs(want));
      }
    });
  });

  it('refuses parameters in words', () => {
    const { refuse } = INDICATORS.get(name)!;
    for (const params of [[], [0], [-1], [2.5], [1001], [NaN], [5, 5], Array.from({ length: 11 }, (_, i) => i + 1)]) {
      expect(refuse(params)).toMatch(/\.$/);
    }
    expect(refuse(['5' as unknown as number])).toMatch(/\.$/);
  });
});

it('a close that is not finite makes the window none, and nothing after it', () => {
  const rows = walk(seeded(3), 40);
  rows.data[20 * 6 + 4] = Infinity;
  const series = seriesOf(rows);
  const lines = linesOf('MA', [5]);
  lines.recompute(series);
  for (let i = 4; i < 40; i++) expect(Number.isNaN(lines.columns[0]![i]!)).toBe(i >= 20 && i <= 24);
});
