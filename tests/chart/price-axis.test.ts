// Labels of the price axis at the ends of what prices may be: none twice, none cut, none of a range that is lost.
import { expect, test } from 'vitest';
import type { CandleColumns } from '../../chart/api.ts';
import { NO_VALUE } from '../../chart/render/draw-list.ts';
import { madeColumns } from '../support/data/chart-data.ts';
import { type ChartFixture, makeChartFixture } from './chart-fixture.ts';

/** Candles whose prices are made of those of the fixture. */
function chartOf(priceOf: (price: number, row: number) => number, style: object): ChartFixture {
  const made = madeColumns(200, 7);
  const columns: CandleColumns = { ...made };
  for (const name of ['open', 'high', 'low', 'close'] as const) columns[name] = made[name].map(priceOf);
  const chart = makeChartFixture(columns);
  chart.composer.view.style = { ...chart.composer.view.style, ...style };
  chart.frame();
  return chart;
}

function labelsOf({ composer: { list, view } }: ChartFixture): string[] {
  const x = Math.round(view.plotRightPx + 8 * view.ratio);
  const { labels } = list;
  return labels.texts
    .slice(0, labels.count)
    .filter((_, at) => labels.x[at] === x && labels.baseline[at]! < view.panes[0]!.bottomPx);
}

test('a log axis below a few ticks names no price twice', () => {
  const labels = labelsOf(chartOf(() => 0.01, { axis: 'log' }));
  expect(labels.length).toBeGreaterThan(2);
  expect(new Set(labels).size).toBe(labels.length);
});

test('changes of a thousand percent and more are written without decimals', () => {
  const chart = chartOf((_, row) => 10 + row * 10, { axis: 'percent' });
  chart.composer.view.time.zoomAt(0.001, 0);
  chart.frame();
  const labels = labelsOf(chart);
  expect(labels).toContain('+10,000%');
  expect(labels.every((text) => text.length <= 8)).toBe(true);
});

test('a held range that reaches below zero is fitted again when the axis turns to log', () => {
  const chart = chartOf((price) => price, {});
  const { view } = chart.composer;
  const { scale } = view.panes[0]!;
  view.style = { ...view.style, autoScale: false };
  scale.stretch(0.001, 600);
  chart.frame();
  expect(scale.low).toBeLessThan(0);
  view.style = { ...view.style, axis: 'log' };
  chart.frame();
  const [low, high] = [Math.min(...chart.columns.low), Math.max(...chart.columns.high)].map(Math.log);
  expect(scale.low).toBeGreaterThan(low! - 1);
  expect(scale.high).toBeLessThan(high! + 1);
});

test('prices of more digits than the newest are written whole, and the plot keeps its width while it is moved', () => {
  const chart = chartOf((price, row) => (row < 100 ? price * 1000 : price / 10), {});
  const { view } = chart.composer;
  const { plotRightPx } = view;
  const widest = (): number => Math.max(...labelsOf(chart).map((text) => view.measure.width(text)));
  const newest = widest();
  view.time.panBy(1e6);
  chart.frame();
  expect(widest()).toBeGreaterThan(newest);
  expect(plotRightPx + 8 * view.ratio + widest()).toBeLessThanOrEqual(view.widthPx);
  expect(view.plotRightPx).toBe(plotRightPx);
});

test.each(['linear', 'log', 'percent'] as const)('a candle without prices hides no other one (%s)', (axis) => {
  for (const gone of [0, 50, 199]) {
    const chart = chartOf((price, row) => (row === gone ? NaN : price), { axis });
    const { view, list } = chart.composer;
    view.time.zoomAt(0.001, 0);
    chart.frame();
    const { rows, up } = list.series[0]!;
    const isShown = Array.from({ length: 200 }, (_, row) => rows.data[row * 4 + 3]! < NO_VALUE / 2);
    expect(isShown).toEqual(isShown.map((_, row) => row !== gone));
    expect(Number.isFinite(up.baseY) && Number.isFinite(up.pxPerValue)).toBe(true);
    expect(labelsOf(chart).length).toBeGreaterThan(2);
    expect([...list.over.floats.subarray(0, list.over.count * 6)].filter((_, at) => at % 6 < 5)).not.toContain(NaN);
  }
});
