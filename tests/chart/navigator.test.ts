// The map below the chart: its window follows the view, and a drag on it moves or stretches the view.
import { describe, expect, test } from 'vitest';
import { Navigator, NAVIGATOR_CSS_PX } from '../../chart/navigator/navigator.ts';
import { DAMAGE } from '../../chart/scene/damage.ts';
import { type ChartFixture, makeChartFixture, point } from './chart-fixture.ts';

function mapped(): { chart: ChartFixture; map: Navigator; yPx: number; xOf: (row: number) => number } {
  const chart = makeChartFixture();
  const { composer } = chart;
  const map = new Navigator(composer.view, composer.list, chart.mark, () => undefined);
  composer.overlays.push(map);
  composer.reserveBottom(NAVIGATOR_CSS_PX);
  chart.frame(DAMAGE.layout);
  const { view } = composer;
  return { chart, map, yPx: view.heightPx + 30, xOf: (row) => ((row + 0.5) / 500) * view.plotRightPx };
}

describe('the map of all candles', () => {
  test('takes its height from below the time axis, and nothing else is drawn there', () => {
    const { chart } = mapped();
    const { view, list } = chart.composer;
    expect([list.heightPx, view.heightPx]).toEqual([1260, 1260 - NAVIGATOR_CSS_PX * 3]);
    expect(view.panes.at(-1)!.bottomPx).toBeLessThan(view.heightPx);
    for (let at = 0; at < list.tags.count; at += 1) expect(list.tags.baseline[at]).toBeLessThan(view.heightPx);
  });

  test('a press beside the window brings its middle there, a drag moves it, and the past is reached at the left', () => {
    const { chart, map, yPx, xOf } = mapped();
    const { time } = chart.composer.view;
    expect(map.start(point(xOf(250), yPx, false))).toBe(true);
    expect(time.right - time.visibleBars / 2).toBeCloseTo(250, 0);
    map.move(point(xOf(300), yPx, false));
    expect(time.right - time.visibleBars / 2).toBeCloseTo(300, 0);
    map.drop(point(-500, yPx, false));
    expect(time.firstRow).toBe(0);
    expect(chart.damage).toBe(DAMAGE.scale);
  });

  test('an edge of the window stretches it and keeps the other edge', () => {
    const { chart, map, yPx, xOf } = mapped();
    const { time } = chart.composer.view;
    map.start(point(xOf(250), yPx, false));
    map.drop(point(xOf(250), yPx, false));
    const { right } = time;
    map.start(point(xOf(time.right - time.visibleBars), yPx, false));
    map.drop(point(xOf(100), yPx, false));
    expect(time.right).toBeCloseTo(right, 3);
    expect(time.right - time.visibleBars).toBeCloseTo(100, 0);
    map.start(point(xOf(time.right), yPx, false));
    map.drop(point(xOf(400), yPx, false));
    expect(time.right).toBeCloseTo(400, 0);
    expect(time.right - time.visibleBars).toBeCloseTo(100, 0);
  });

  test('the plot above and the corner beside it belong to others', () => {
    const { chart, map, yPx } = mapped();
    expect(map.start(point(300, yPx - 60, false))).toBe(false);
    expect(map.start(point(chart.composer.view.plotRightPx + 5, yPx, false))).toBe(false);
    expect(map.cursor(point(300, yPx - 60, false))).toBeNull();
  });

  test('shows the highest and the lowest of all candles in the same frame as they change', () => {
    const { chart } = mapped();
    const { view, list } = chart.composer;
    const heights = (): number[] => {
      const found: number[] = [];
      for (let at = 0; at < list.under.count; at += 1)
        if (list.under.floats[at * 6 + 1]! > view.heightPx && list.under.floats[at * 6 + 2] === 6)
          found.push(list.under.floats[at * 6 + 1]!);
      return found;
    };
    const before = Math.min(...heights());
    chart.columns.high[250] = chart.columns.high[250]! * 2;
    view.data.setColumns(chart.columns, 'refresh', 0, view.time);
    chart.frame(DAMAGE.data);
    expect(heights().filter((y) => y === before)).toHaveLength(1);
  });
});
