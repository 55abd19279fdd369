// What helps to read the panes of a chart: bands of oscillators, tags of the newest values, grid lines with labels.
import { describe, expect, test } from 'vitest';
import { chartIndicators, linesOf } from '../../chart/indicators/indicator-looks.ts';
import type { Rgba } from '../../chart/render/draw-list.ts';
import { RectList } from '../../chart/render/draw-list.ts';
import { DAMAGE } from '../../chart/scene/damage.ts';
import { madeColumns } from '../support/data/chart-data.ts';
import { type ChartFixture, makeChartFixture } from './chart-fixture.ts';

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
  color: Rgba;
}

/** Rectangles below the candles: bands and grid. */
function under({ composer: { list } }: ChartFixture): Rect[] {
  const { under: rects } = list;
  return Array.from({ length: rects.count }, (_, at) => {
    const from = at * RectList.STRIDE;
    const [left = 0, top = 0, width = 0, height = 0] = rects.floats.subarray(from, from + 4);
    return { left, top, width, height, color: rects.colors[from + 5]! };
  });
}

/** A chart with indicators whose lines have their own constant values, but for `earlier` ones in sight. */
function shown(
  specs: { name: string; params: number[] }[],
  values: (line: number) => number,
  earlier: number[] = [],
): ChartFixture {
  const chart = makeChartFixture();
  const columns = specs
    .flatMap(({ name, params }) => linesOf(name, params))
    .map((_, line) => new Float64Array(500).fill(values(line)));
  for (const column of columns) column.set(earlier, 480);
  chart.composer.view.data.setIndicators(chartIndicators(specs, columns)!);
  chart.composer.makePanes();
  chart.frame(DAMAGE.layout);
  return chart;
}

const labelsOf = ({ composer: { list } }: ChartFixture): string[] => list.labels.texts.slice(0, list.labels.count);

const tagsOnAxis = ({ composer: { list, view } }: ChartFixture): string[] =>
  list.tags.texts.slice(0, list.tags.count).filter((_, at) => list.tags.x[at]! >= view.plotRightPx);

describe('the panes', () => {
  test.each([
    ['RSI', [6, 12, 24], 30, 70],
    ['KDJ', [9, 3, 3], 20, 80],
  ])('%s has a band with a label at each of its bounds, and no other labels', (name, params, low, high) => {
    const chart = shown([{ name, params }], () => 50, [0, 100]);
    const { view } = chart.composer;
    const pane = view.panes[1]!;
    const [lowY, highY] = [Math.round(pane.scale.yOf(low)), Math.round(pane.scale.yOf(high))];
    const band = under(chart).filter(({ color }) => color === view.palette.band);
    expect(band).toMatchObject([{ left: 0, top: highY, width: view.plotRightPx, height: lowY - highY }]);
    const labels = labelsOf(chart);
    expect(labels).toEqual(expect.arrayContaining([String(low), String(high)]));
    expect(labels.filter((text) => /^\d{1,3}$/.test(text)).sort()).toEqual([String(low), String(high)]);
  });

  test('a sub pane has a tag for the newest value of each line on its axis, where they do not overlap', () => {
    const chart = shown([{ name: 'RSI', params: [6, 12, 24] }], (line) => [15, 50, 85][line]!);
    expect(tagsOnAxis(chart)).toEqual(expect.arrayContaining(['15.00', '50.00', '85.00']));
    const close = shown([{ name: 'RSI', params: [6, 12, 24] }], (line) => 50 + line / 10);
    expect(tagsOnAxis(close).filter((text) => text.startsWith('50.'))).toEqual(['50.00']);
  });

  test('each time on the axis has a vertical grid line through all panes, and prices are labelled densely', () => {
    const chart = shown([{ name: 'RSI', params: [6, 12, 24] }], () => 50);
    const { view } = chart.composer;
    const vertical = under(chart).filter(
      ({ top, height, width }) => top === 0 && height === view.plotBottomPx && width <= view.ratio,
    );
    const times = labelsOf(chart).filter((text) => /^\d\d:\d\d$|^\d\d-\d\d$/.test(text));
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect(vertical.length).toBeGreaterThanOrEqual(times.length);
    const prices = labelsOf(chart).filter((text) => /^\d{2},\d{3}\.\d\d$/.test(text));
    const main = view.panes[0]!;
    // At most 70 CSS px from one price to the next.
    expect(prices.length).toBeGreaterThanOrEqual(Math.floor((main.bottomPx - main.topPx) / view.ratio / 70) - 1);
  });
});

describe('a chart without values', () => {
  const grid = (chart: ChartFixture): Rect[] =>
    under(chart).filter(({ left, height, width }) => left === 0 && height < 4 && width < chart.composer.view.widthPx);

  test('has no labels, no bands and no grid lines before its first candles', () => {
    const chart = makeChartFixture(madeColumns(0, 7));
    const specs = [
      { name: 'MACD', params: [12, 26, 9] },
      { name: 'RSI', params: [6, 12, 24] },
    ];
    const lines = specs.flatMap(({ name, params }) => linesOf(name, params)).map(() => new Float64Array(0));
    chart.composer.view.data.setIndicators(chartIndicators(specs, lines)!);
    chart.composer.makePanes();
    chart.frame(DAMAGE.layout);
    expect(chart.composer.view.panes).toHaveLength(3);
    expect(labelsOf(chart)).toEqual([]);
    expect(grid(chart)).toEqual([]);
  });

  test('does not keep the prices of the market before', () => {
    const chart = makeChartFixture();
    expect(labelsOf(chart).length).toBeGreaterThan(5);
    const { view } = chart.composer;
    view.time.reset(0);
    view.data.setColumns(madeColumns(0, 7), 'reset', 0, view.time);
    chart.frame(DAMAGE.data);
    expect(labelsOf(chart)).toEqual([]);
    expect(grid(chart)).toEqual([]);
  });

  test.each([
    ['MACD', [12, 26, 9]],
    ['RSI', [6, 12, 24]],
  ] as const)('leaves the pane of %s alone until it has values', (name, params) => {
    const chart = shown([{ name, params: [...params] }], () => NaN);
    const { view, list } = chart.composer;
    const pane = view.panes[1]!;
    const inPane = labelsOf(chart).filter(
      (_, at) => list.labels.baseline[at]! > pane.topPx && list.labels.baseline[at]! < pane.bottomPx,
    );
    expect(inPane).toEqual([]);
    expect(under(chart).filter(({ color }) => color === view.palette.band)).toEqual([]);
  });
});
