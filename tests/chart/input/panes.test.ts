// Resizing panes and dragging axes: shares restored and emitted, prices stretched, times zoomed, price taps.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Interactions } from '../../../chart/input/interactions.ts';
import { ViewController } from '../../../chart/input/view-controller.ts';
import { changeText } from '../../../chart/layers/pinch-measure.ts';
import { AxisDrag } from '../../../chart/input/axis-drag.ts';
import { PaneSplitter } from '../../../chart/input/pane-splitter.ts';
import { DAMAGE } from '../../../chart/scene/damage.ts';
import { layoutPanes, Pane, paneArea, paneLimits, subHeights } from '../../../chart/scene/panes.ts';
import { type ChartFixture, makeChartFixture, point } from '../chart-fixture.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('heights of panes', () => {
  test('stored shares are restored, others get the default height, and together they fill the area', () => {
    const panes = [new Pane('main', -1), new Pane('sub', 0), new Pane('sub', 1)];
    layoutPanes(panes, 1260, 3, 2, [0.4]);
    const area = paneArea(1260, 3);
    const heights = panes.map((pane) => pane.bottomPx - pane.topPx);
    expect(sum(heights)).toBe(area);
    expect(heights[1]).toBe(Math.round(area * 0.4));
    expect(heights[2]! / area).toBeCloseTo(0.6 / 1.6 / 2, 2);
  });

  test('a small chart keeps no rows free for a legend, and takes those that its indicators need', () => {
    const headOf = (heightPx: number, rows: number): number => {
      const pane = new Pane('main', -1);
      layoutPanes([pane], heightPx, 3, rows);
      return pane.scale.topPx / 3;
    };
    expect(headOf(160 * 3, 0)).toBe(8);
    expect(headOf(160 * 3, 1)).toBe(28);
    expect(headOf(200 * 3, 0)).toBe(48);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('no pane falls below its minimum height (seed %d)', (seed) => {
    const random = seeded(seed);
    const count = 1 + Math.floor(random() * 8);
    const area = 200 + Math.floor(random() * 2500);
    const shares = Array.from({ length: count }, () => (random() < 0.3 ? NaN : random() * 1.5));
    const heights = subHeights(shares, area, 3);
    const { mainLeast, subLeast } = paneLimits(count, area, 3);
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(subLeast - 1e-9);
    expect(area - sum(heights)).toBeGreaterThanOrEqual(mainLeast - 1e-9);
  });
});

describe('the edge between panes', () => {
  function splitter(): { chart: ChartFixture; target: PaneSplitter } {
    const chart = makeChartFixture();
    const { composer } = chart;
    const target = new PaneSplitter(
      composer.view,
      composer.list,
      (shares) => {
        composer.setPaneShares(shares);
        chart.mark(DAMAGE.layout);
      },
      chart.emit,
    );
    composer.overlays.push(target);
    return { chart, target };
  }
  const heightsOf = (chart: ChartFixture): number[] =>
    chart.composer.view.panes.map((pane) => pane.bottomPx - pane.topPx);

  test('follows the pointer, moves height from one pane to the other, and emits the shares by name', () => {
    const { chart, target } = splitter();
    const { panes, plotRightPx } = chart.composer.view;
    const before = heightsOf(chart);
    const x = plotRightPx + 30;
    const y = panes[2]!.topPx;
    expect(target.start(point(x, y + 12))).toBe(true);
    target.move(point(x, y - 20));
    chart.frame();
    target.drop(point(x, y - 48));
    chart.frame();
    const after = heightsOf(chart);
    expect(after[0]).toBe(before[0]);
    expect(Math.abs(after[2]! - before[2]! - 60)).toBeLessThanOrEqual(1);
    const events = chart.events.at(-1);
    expect(events).toMatchObject({ kind: 'panes' });
    const { shares } = events as { shares: Record<string, number> };
    expect(Object.keys(shares)).toEqual(['VOL', 'MACD']);
    chart.composer.setPaneShares(shares);
    chart.frame();
    expect(heightsOf(chart)).toEqual(after);
  });

  test('stops at the minimum heights', () => {
    const { chart, target } = splitter();
    const { panes, plotRightPx, heightPx, ratio } = chart.composer.view;
    const limits = paneLimits(2, paneArea(heightPx, ratio), ratio);
    for (const [far, pane] of [
      [-5000, 0],
      [5000, 1],
    ] as const) {
      const y = panes[1]!.topPx;
      target.start(point(plotRightPx + 30, y));
      target.drop(point(plotRightPx + 30, y + far));
      chart.frame();
      expect(heightsOf(chart)[pane]!).toBeGreaterThanOrEqual((pane === 0 ? limits.mainLeast : limits.subLeast) - 1);
      expect(heightsOf(chart)[pane]!).toBeLessThanOrEqual((pane === 0 ? limits.mainLeast : limits.subLeast) + 1);
    }
  });

  test('a cancel restores the heights, a double tap the default ones', () => {
    const { chart, target } = splitter();
    const { panes, plotRightPx } = chart.composer.view;
    const before = heightsOf(chart);
    const y = panes[1]!.topPx;
    target.start(point(plotRightPx + 30, y));
    target.move(point(plotRightPx + 30, y + 90));
    chart.frame();
    expect(heightsOf(chart)).not.toEqual(before);
    target.cancel();
    chart.frame();
    expect(heightsOf(chart)).toEqual(before);
    target.start(point(plotRightPx + 30, y));
    target.drop(point(plotRightPx + 30, y + 90));
    chart.frame();
    expect(target.tap(point(plotRightPx + 30, y + 90), true)).toBe(true);
    chart.frame();
    expect(heightsOf(chart)).toEqual(before);
    expect(chart.events.at(-1)).toEqual({ kind: 'panes', shares: {} });
  });

  test('a finger drags it on the axis only, a mouse anywhere, and the main pane has no upper edge', () => {
    const { chart, target } = splitter();
    const { panes } = chart.composer.view;
    expect(target.start(point(300, panes[1]!.topPx))).toBe(false);
    expect(target.cursor(point(300, panes[1]!.topPx + 6, false))).toBe('ns-resize');
    expect(target.start(point(300, panes[1]!.topPx, false))).toBe(true);
    expect(target.start(point(300, 0, false))).toBe(false);
  });
});

describe('dragging an axis', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function axes(): { chart: ChartFixture; target: AxisDrag; range: () => [number, number]; x: number; y: number } {
    const chart = makeChartFixture();
    const { view } = chart.composer;
    const { scale } = view.panes[0]!;
    return {
      chart,
      target: new AxisDrag(view, chart.mark, chart.emit),
      range: () => [scale.valueAt(scale.bottomPx), scale.valueAt(scale.topPx)],
      x: view.plotRightPx + 60,
      y: 300,
    };
  }

  test('a drag up scales prices around the middle and locks the range; a drag back restores it', () => {
    const { chart, target, range, x, y } = axes();
    const [low, high] = range();
    target.start(point(x, y));
    target.move(point(x, y - 100));
    chart.frame();
    const [lower, higher] = range();
    expect(higher - lower).toBeLessThan((high - low) * 0.9);
    expect(chart.events).toEqual([{ kind: 'autoScale', on: false }]);
    expect(chart.composer.view.style.autoScale).toBe(false);
    target.drop(point(x, y));
    chart.frame();
    expect(range()[0]).toBeCloseTo(low, 6);
    expect(range()[1]).toBeCloseTo(high, 6);
  });

  test('a cancelled drag leaves range and lock as they were', () => {
    const { chart, target, range, x, y } = axes();
    const before = range();
    target.start(point(x, y));
    target.move(point(x, y - 100));
    target.cancel();
    chart.frame();
    expect(range()).toEqual(before);
    expect(chart.events).toEqual([
      { kind: 'autoScale', on: false },
      { kind: 'autoScale', on: true },
    ]);
  });

  test('on a small chart a finger does not stretch the prices, a mouse does, and a tap picks a price', () => {
    const { chart, target, x } = axes();
    chart.composer.resize(1170, 160 * 3, 3);
    chart.frame();
    expect(target.start(point(x, 60))).toBe(false);
    target.tap(point(x, 60), false);
    expect(chart.events).toMatchObject([{ kind: 'priceTap' }]);
    expect(target.start(point(x, 60, false))).toBe(true);
  });

  test('a tap reports the price in whole ticks; while locked a double tap unlocks the range', () => {
    const { chart, target, x, y } = axes();
    target.tap(point(x, y), false);
    const [events] = chart.events;
    expect(events?.kind).toBe('priceTap');
    const { price } = events as { price: number };
    expect(price).toBe(Math.round(chart.composer.view.panes[0]!.scale.valueAt(y) * 100) / 100);
    target.setAuto(false);
    chart.events.length = 0;
    target.tap(point(x, y), false);
    target.tap(point(x, y), true);
    vi.advanceTimersByTime(1000);
    expect(chart.events).toEqual([{ kind: 'autoScale', on: true }]);
    target.setAuto(false);
    chart.events.length = 0;
    target.tap(point(x, y), false);
    vi.advanceTimersByTime(1000);
    expect(chart.events).toEqual([{ kind: 'priceTap', price }]);
  });

  test('a wheel over the price axis scales prices around the pointer, elsewhere it zooms the time', () => {
    const { chart, target, range, x, y } = axes();
    const hand = new ViewController(chart.composer, chart.mark, () => undefined, true);
    hand.prices = target;
    const { scale } = chart.composer.view.panes[0]!;
    const [before, bars, under] = [range(), chart.composer.view.time.barPx, scale.valueAt(y)];
    hand.wheelAt(1.5, x / 3, y / 3);
    chart.frame();
    expect(range()[1] - range()[0]).toBeCloseTo((before[1] - before[0]) / 1.5, 6);
    expect(scale.valueAt(y)).toBeCloseTo(under, 6);
    expect(chart.composer.view.time.barPx).toBe(bars);
    hand.wheelAt(1.5, 100, y / 3);
    expect(chart.composer.view.time.barPx).toBeGreaterThan(bars);
  });

  test('the time axis zooms and keeps the right edge', () => {
    const { chart, target } = axes();
    const { time, plotRightPx, plotBottomPx } = chart.composer.view;
    time.panBy(900);
    const edge = time.logicalAt(plotRightPx);
    const before = time.barPx;
    target.start(point(400, plotBottomPx + 20));
    target.move(point(600, plotBottomPx + 20));
    expect(time.barPx).toBeGreaterThan(before);
    expect(time.logicalAt(plotRightPx)).toBeCloseTo(edge, 6);
    target.cancel();
    expect(time.barPx).toBe(before);
    expect(chart.events).toEqual([]);
  });

  test('the plot and the sub panes are not affected', () => {
    const { chart, target, x } = axes();
    expect(target.start(point(300, 300))).toBe(false);
    expect(target.start(point(x, chart.composer.view.panes[1]!.topPx + 30))).toBe(false);
    expect(target.tap(point(300, 300), false)).toBe(false);
  });

  test('a pan moves locked prices, not automatic ones; a reset makes them automatic', () => {
    const { chart, target, range } = axes();
    const hand = new ViewController(chart.composer, chart.mark, () => undefined, true);
    hand.prices = target;
    const before = range();
    hand.panBy(0, 30);
    expect(range()).toEqual(before);
    target.setAuto(false);
    hand.panBy(0, 30);
    chart.frame();
    const { scale } = chart.composer.view.panes[0]!;
    expect(scale.yOf(before[0]) - scale.bottomPx).toBeCloseTo(90, 6);
    hand.resetView();
    chart.frame();
    expect(chart.composer.view.style.autoScale).toBe(true);
    expect(range()[0]).toBeCloseTo(before[0], 6);
  });
});

describe('measure', () => {
  test('writes a change with sign and percent', () => {
    const { prices } = makeChartFixture().composer.view;
    expect(changeText({ prices }, 64_000, 64_320)).toBe('+320.00 (+0.50%)');
    expect(changeText({ prices }, 64_000, 63_360)).toBe('-640.00 (-1.00%)');
  });

  test('draws a box between two fingers in either order, with its label inside the plot', () => {
    const chart = makeChartFixture();
    const { composer } = chart;
    const hand = new ViewController(composer, chart.mark, () => undefined, true);
    expect(new Interactions(composer, hand, chart.mark, chart.emit).orders.covered).toEqual([]);
    const left = point(300, 700);
    const right = point(660, 300);
    const words: string[][] = [];
    for (const measured of [
      [left, right],
      [right, left],
    ] as const) {
      composer.measured = [...measured];
      chart.frame(1);
      expect(composer.list.shapes.quadCount).toBe(1);
      expect(composer.list.shapes.segmentCount).toBe(4);
      words.push(composer.list.tags.texts.slice(0, composer.list.tags.count).filter((text) => /×|%\)$/.test(text)));
    }
    expect(words[0]).toEqual(words[1]);
    expect(words[0]![0]).toMatch(/^\+[\d,.]+ \(\+\d\.\d\d%\)$/);
    expect(words[0]![1]).toBe('20 × 15m · 5h');
  });
});
