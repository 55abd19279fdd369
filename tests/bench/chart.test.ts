// Evaluation of the chart's benchmark: script time from a trace, medians, rows, the published table.
import { describe, expect, test } from 'vitest';
import { mergedTable, shortNumber, tableOf } from '../../bench/chart/comparison-table.ts';
import { chosenPeers, linesOf, rowsOf } from '../../bench/chart/line.ts';
import { tickLoad } from '../../bench/chart/page/scenes.ts';
import { jsCpuMs } from '../../bench/chart/trace.ts';
import { withBlock } from '../../bench/harness/page-block.ts';
import { mergedRows } from '../../bench/harness/row.ts';

const event = (
  name: string,
  ts: number,
  dur: number,
  tdur: number,
  tid = 1,
): { name: string; ph: string; pid: number; tid: number; ts: number; dur: number; tdur: number } => ({
  name,
  ph: 'X',
  pid: 9,
  tid,
  ts,
  dur,
  tdur,
});
const mark = (name: string, ts: number): ReturnType<typeof event> => ({ ...event(name, ts, 0, 0), ph: 'I' });

describe('script time of a trace', () => {
  test('nested scripts count once, other threads and times outside the marks not at all', () => {
    expect(
      jsCpuMs([
        event('FireAnimationFrame', 50, 20, 20),
        mark('scene-from', 100),
        event('FireAnimationFrame', 200, 1000, 800),
        event('FunctionCall', 210, 900, 700),
        event('RunMicrotasks', 1150, 40, 40),
        event('RunMicrotasks', 1300, 100, 100),
        event('Paint', 1500, 500, 500),
        event('FireAnimationFrame', 1600, 50, 50, 2),
        mark('scene-to', 3000),
        event('FunctionCall', 3100, 20, 20),
      ]),
    ).toBeCloseTo(0.9);
  });

  test('a trace without marks is refused', () => {
    expect(() => jsCpuMs([event('FunctionCall', 1, 1, 1)])).toThrow(/marks/);
  });
});

describe('lines and rows', () => {
  const readings = new Map([
    ['nothing', [1, 1, 9]],
    ['own worker', [1, 1.2, 1]],
    ['own main', [3, 2, 4]],
    ['klinecharts', [5, 5, 5]],
  ] as const) as unknown as Parameters<typeof linesOf>[3];

  test('values are medians less the empty page, never under the floor', () => {
    expect(linesOf('a', 'ms', 'less', readings, 0.01).values).toEqual({
      'own worker': 0.01,
      'own main': 2,
      klinecharts: 4,
    });
    expect(linesOf('a', '1/s', 'more', readings).values).toEqual({ 'own worker': 1, 'own main': 3, klinecharts: 5 });
  });

  test('a ratio over 1 means that ours is better, whichever way is better', () => {
    const less = rowsOf(linesOf('a', 'ms', 'less', readings, 0.01));
    expect(less.map(({ name, against, ratio }) => [name, against, ratio])).toEqual([
      ['a, worker mode', 'klinecharts', 400],
      ['a, main thread mode', 'klinecharts', 2],
      ['a, klinecharts', undefined, undefined],
    ]);
    expect(rowsOf(linesOf('a', '1/s', 'more', readings))[1]?.ratio).toBeCloseTo(0.6);
  });
});

test('libraries are chosen by name, in the order of the table', () => {
  expect(chosenPeers('echarts,klinecharts')).toEqual(['klinecharts', 'echarts']);
  expect(chosenPeers(undefined)).toHaveLength(5);
  expect(() => chosenPeers('uplot')).toThrow(/uplot; there are: klinecharts/);
});

describe('runs of some sections', () => {
  const line = (what: string, values: Parameters<typeof tableOf>[0][number]['values']) =>
    ({ what, unit: 'ms', better: 'less', values }) as const;

  test('their rows take the place of those before, whole and with their run; new ones follow', () => {
    const first = [
      '| | ours, worker | ours, main thread | klinecharts 10 |',
      '|---|--:|--:|--:|',
      '| pan, ms | 1 | 2 | 3 |',
      '| zoom, ms | 4 | 5 | 6 |',
    ].join('\n');
    const second = tableOf([line('pan', { 'own worker': 7, echarts: 1_230 }), line('tick', { 'own main': 8 })]);
    const merged = mergedTable(`\n${first}\n`, second, 'Monday');
    expect(merged.split('\n')).toEqual([
      '| | ours, worker | ours, main thread | klinecharts 10 | ECharts 6 | run |',
      '|---|--:|--:|--:|--:|--:|',
      '| pan, ms | 7 | – | – | 1 230 | Monday |',
      '| zoom, ms | 4 | 5 | 6 | – | – |',
      '| tick, ms | – | 8 | – | – | Monday |',
    ]);
    const third = mergedTable(merged, tableOf([line('zoom', { 'own worker': 9 })]), 'Tuesday');
    expect(third.split('\n').slice(2)).toEqual([
      '| pan, ms | 7 | – | 1 230 | Monday |',
      '| zoom, ms | 9 | – | – | Tuesday |',
      '| tick, ms | – | 8 | – | Monday |',
    ]);
    // A run of nothing changes nothing.
    expect(mergedTable(third, tableOf([]), 'Wednesday')).toBe(third);
  });

  test('all rows of a name are replaced, others stay with their run', () => {
    const row = (name: string, value: number, against?: string) => ({
      name,
      value,
      unit: 'ms',
      ...(against && { against }),
    });
    const first = mergedRows([], [row('pan', 1, 'a'), row('pan', 1, 'b'), row('zoom', 2)], 'Monday');
    const second = mergedRows(first, [row('pan', 3, 'a')], 'Tuesday');
    expect(second).toEqual([
      { ...row('zoom', 2), run: 'Monday' },
      { ...row('pan', 3, 'a'), run: 'Tuesday' },
    ]);
  });
});

describe('the published table', () => {
  test('a value that was not measured is a dash', () => {
    const table = tableOf([
      { what: 'pan', unit: 'ms', better: 'less', values: { 'own worker': 0.0123456, klinecharts: 1234.5 } },
    ]);
    expect(table.split('\n')[2]).toBe('| pan, ms | 0.0123 | – | 1 230 | – | – | – | – |');
    expect(shortNumber(Infinity)).toBe('never');
  });

  test('only the block between the marks is replaced', () => {
    const text = 'a\n<!-- bench:chart -->\nold\n<!-- /bench:chart -->\nb';
    expect(withBlock(text, 'chart', 'new')).toBe('a\n<!-- bench:chart -->\nnew\n<!-- /bench:chart -->\nb');
    expect(withBlock(withBlock(text, 'chart', 'x'), 'chart', 'new')).toBe(withBlock(text, 'chart', 'new'));
    expect(() => withBlock('nothing', 'chart', 'new')).toThrow(/bench:chart/);
  });
});

test('a load applies the due ticks and reports how long the oldest undrawn tick waited', async () => {
  let applied = 0;
  const result = await tickLoad(
    1000,
    120,
    () => {
      applied += 1;
    },
    () =>
      new Promise((done) => {
        setTimeout(done, 16);
      }),
    () => performance.now(),
  );
  expect(result.applied).toBe(applied);
  expect(result.applied).toBeLessThanOrEqual(result.due);
  expect(result.applied / result.due).toBeGreaterThan(0.5);
  for (const late of result.lateMs) expect(late).toBeGreaterThan(0);
});
