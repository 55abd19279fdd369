// Orders, alerts and fills on the chart: labels without overlap, drags as intents, visible markers only.
import { describe, expect, test } from 'vitest';
import type { TradeLine, TradeMark } from '../../../chart/api.ts';
import type { CanvasPoint } from '../../../chart/input/drag-target.ts';
import { stackChips } from '../../../chart/orders/chip-stack.ts';
import { OrderLineLayout } from '../../../chart/orders/order-line-layout.ts';
import { type FillGroup, FillMarkers, rowsPerSlot } from '../../../chart/orders/fill-markers.ts';
import { OrderOverlay } from '../../../chart/orders/order-overlay.ts';
import { type ChartFixture, makeChartFixture, point } from '../chart-fixture.ts';
import { line } from '../input/fingers.ts';
import { DAMAGE } from '../../../chart/scene/damage.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const texts = (chart: ChartFixture): string[] =>
  chart.composer.list.tags.texts.slice(0, chart.composer.list.tags.count);

describe('labels beside lines', () => {
  /** Naive search over positions on whole px: the least sum of squared shifts. */
  function naive(middles: number[], pitch: number, from: number, to: number): number {
    const walk = (at: number, lowest: number): number => {
      if (at === middles.length) return 0;
      let best = Infinity;
      for (let place = lowest; place + pitch / 2 + (middles.length - 1 - at) * pitch <= to; place += 1)
        best = Math.min(best, (place - middles[at]!) ** 2 + walk(at + 1, place + pitch));
      return best;
    };
    return walk(0, from + pitch / 2);
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'keep their distance, stay inside, and shift as little as possible (seed %d)',
    (seed) => {
      const random = seeded(seed);
      const count = 1 + Math.floor(random() * 4);
      const [pitch, from, to] = [6, 10, 50];
      const middles = Array.from({ length: count }, () => Math.floor(random() * 60)).sort((a, b) => a - b);
      const out = new Float64Array(count);
      stackChips(Float64Array.from(middles), count, pitch, from, to, out);
      for (let at = 0; at < count; at += 1) {
        expect(out[at]! - (at === 0 ? from - pitch / 2 : out[at - 1]!)).toBeGreaterThanOrEqual(pitch - 1e-9);
        expect(out[at]! + pitch / 2).toBeLessThanOrEqual(to + 1e-9);
      }
      const cost = middles.reduce((sum, middle, at) => sum + (out[at]! - middle) ** 2, 0);
      const least = naive(middles, pitch, from, to);
      // The naive search uses whole px: it can be worse by less than a px a label, never better.
      expect(cost).toBeLessThanOrEqual(least + 1e-9);
      expect(cost).toBeGreaterThanOrEqual(least - count);
    },
  );

  test('of a hundred lines no labels overlap, axis tags are at their prices, and every line is drawn', () => {
    const chart = makeChartFixture();
    const { view } = chart.composer;
    const last = chart.columns.close[499]!;
    const board = new OrderLineLayout(view);
    board.set(
      Array.from({ length: 100 }, (_, at) => ({
        line: line(String(at), last * (1 + (at - 50) * 1e-4)),
        price: last * (1 + (at - 50) * 1e-4),
        pending: false,
        held: false,
      })),
    );
    board.arrange();
    const inSight = board.shown.slice(board.inFrom, board.inTo);
    const chips = inSight.filter((each) => !Number.isNaN(each.chipPx)).map((each) => each.chipPx);
    expect(chips.length).toBeGreaterThan(5);
    for (let at = 1; at < chips.length; at += 1) expect(chips[at]! - chips[at - 1]!).toBeGreaterThanOrEqual(60);
    expect(chips[0]!).toBeGreaterThan(view.panes[0]!.topPx);
    expect(chips[chips.length - 1]!).toBeLessThan(view.panes[0]!.bottomPx);
    const covered = [...board.covered].sort((one, other) => one.fromPx - other.fromPx);
    for (let at = 1; at < covered.length; at += 1)
      expect(covered[at]!.fromPx).toBeGreaterThanOrEqual(covered[at - 1]!.toPx);
    for (const each of inSight) expect(each.yPx).toBe(Math.round(view.panes[0]!.scale.yOf(each.price)));
    // Half of the height has no labels; lines without one are short, untagged, and tapped where they are.
    const [pane] = view.panes;
    expect(chips.length * 60).toBeLessThanOrEqual((pane!.bottomPx - pane!.topPx) / 2);
    const bare = inSight.filter((each) => Number.isNaN(each.chipPx));
    for (const { leftPx, tagPx } of bare) expect([leftPx, tagPx]).toEqual([Math.round(view.plotRightPx * 0.8), NaN]);
    const [first] = bare;
    expect(board.hit(point(first!.leftPx + 1, first!.yPx))).toBe(first);
    expect(board.hit(point(first!.leftPx - 9, first!.yPx))).toBeNull();
  });

  test('lines out of view are arrows at the edge, nearest first, and can be tapped', () => {
    const chart = makeChartFixture();
    const overlay = new OrderOverlay(chart.composer.view, chart.composer.list, chart.mark, chart.emit);
    chart.composer.overlays.push(overlay);
    overlay.setLines([line('near', 90_000), line('far', 200_000), line('low', 10)]);
    chart.frame();
    expect(texts(chart)).toContain('↑ Buy near · 90,000.00 +1');
    expect(texts(chart)).toContain('↓ Buy low · 10.00');
    expect(overlay.tap(point(chart.composer.view.plotRightPx - 60, 36))).toBe(true);
    expect(chart.events).toEqual([{ kind: 'lineTap', id: 'near' }]);
  });
});

test('a figure after an Arabic word is one piece, with its sign before it', () => {
  const chart = makeChartFixture();
  const overlay = new OrderOverlay(chart.composer.view, chart.composer.list, chart.mark, chart.emit);
  chart.composer.overlays.push(overlay);
  overlay.setLines([line('a', 90_000, { label: 'سعر التصفية' }), line('b', 200_000, { label: 'لونغ 10x 0.1' })]);
  chart.frame();
  // A mark after the word, and none between two words.
  expect(texts(chart)).toContain('↑ سعر التصفية\u200e · 90,000.00 +1');
  overlay.setLines([line('b', chart.columns.close[499]!, { label: 'لونغ 10x 0.1 · +1.49' })]);
  chart.frame();
  expect(texts(chart)).toContain('لونغ\u200e 10x 0.1 · +1.49');
});

describe('tags of lines', () => {
  const shown = (price: number) => {
    const each = line('a', price);
    return { line: each, price, pending: false, held: false };
  };

  test('a tag on the axis stays whole at the edges of the pane', () => {
    const { composer } = makeChartFixture();
    const { view } = composer;
    const [pane] = view.panes;
    const board = new OrderLineLayout(view);
    board.set([shown(pane!.scale.valueAt(pane!.topPx + 2)), shown(pane!.scale.valueAt(pane!.bottomPx - 2))]);
    board.arrange();
    for (const { fromPx, toPx } of board.covered) {
      expect(fromPx).toBeGreaterThanOrEqual(pane!.topPx);
      expect(toPx).toBeLessThanOrEqual(pane!.bottomPx);
    }
    expect(board.covered).toHaveLength(2);
  });

  test('labels stay below the legend where there is no room beside it, and at its height where there is', () => {
    const { composer } = makeChartFixture();
    const { view } = composer;
    const [pane] = view.panes;
    const board = new OrderLineLayout(view);
    board.set([shown(pane!.scale.valueAt(pane!.topPx + 4))]);
    view.legend.bottomPx = pane!.topPx + 180;
    view.legend.rightPx = view.plotRightPx - 100;
    board.arrange();
    expect(board.shown[0]!.chipPx).toBeGreaterThanOrEqual(view.legend.bottomPx + 27);
    view.legend.rightPx = view.plotRightPx - 900;
    board.arrange();
    expect(board.shown[0]!.chipPx).toBeLessThan(view.legend.bottomPx);
  });

  test('the cross of a label is an intent to close; the rest of the label is a tap', () => {
    const chart = makeChartFixture();
    const overlay = new OrderOverlay(chart.composer.view, chart.composer.list, chart.mark, chart.emit);
    chart.composer.overlays.push(overlay);
    const price = Math.round(chart.columns.close[499]! * 99.8) / 100;
    overlay.setLines([line('a', price, { closable: true })]);
    chart.frame();
    const { plotRightPx, panes } = chart.composer.view;
    const y = panes[0]!.scale.yOf(price);
    // From the axis: 2 px of gap, 20 of handle, 18 of cross.
    expect(overlay.tap(point(plotRightPx - 30 * 3, y))).toBe(true);
    expect(overlay.tap(point(plotRightPx - 50 * 3, y))).toBe(true);
    overlay.setLines([line('a', price)]);
    chart.frame();
    expect(overlay.tap(point(plotRightPx - 30 * 3, y))).toBe(true);
    expect(chart.events).toEqual([
      { kind: 'lineClose', id: 'a' },
      { kind: 'lineTap', id: 'a' },
      { kind: 'lineTap', id: 'a' },
    ]);
  });

  test('the cross closes nothing while the feed is stale, and one tap too many answers nothing', () => {
    const chart = makeChartFixture();
    const overlay = new OrderOverlay(chart.composer.view, chart.composer.list, chart.mark, chart.emit);
    chart.composer.overlays.push(overlay);
    const price = Math.round(chart.columns.close[499]! * 99.8) / 100;
    overlay.setLines([line('a', price, { closable: true })]);
    chart.frame();
    const at = { ...point(chart.composer.view.plotRightPx - 90, chart.composer.view.panes[0]!.scale.yOf(price)) };
    overlay.tap({ ...at, timeMs: 1000 });
    overlay.setLines([line('a', price, { closable: true, ask: 'Cancel order' })]);
    chart.frame();
    overlay.tap({ ...at, timeMs: 1200 });
    expect(chart.events).toEqual([{ kind: 'lineClose', id: 'a' }]);
    overlay.setLines([line('a', price, { closable: true })]);
    chart.composer.view.stale = true;
    chart.frame();
    overlay.tap({ ...at, timeMs: 9000 });
    expect(chart.events.slice(1)).toEqual([{ kind: 'lineTap', id: 'a' }]);
  });

  test('the automatic range takes near lines in, not far ones, and holds still while a line asks', () => {
    const chart = makeChartFixture();
    const { view } = chart.composer;
    const overlay = new OrderOverlay(view, chart.composer.list, chart.mark, chart.emit);
    const { scale } = view.panes[0]!;
    chart.frame();
    const [low, high] = [scale.low, scale.high];
    const near = high + (high - low) * 0.2;
    overlay.setLines([line('near', near), line('far', high + (high - low) * 2)]);
    chart.frame(DAMAGE.scale);
    expect([scale.low, scale.high]).toEqual([low, near]);
    overlay.setLines([line('near', high + (high - low) * 0.3, { ask: 'Confirm' })]);
    chart.frame(DAMAGE.scale);
    expect(scale.high).toBe(near);
    view.time.panBy(3000);
    chart.frame(DAMAGE.scale);
    expect(scale.high).not.toBe(near);
  });
});

describe('a dragged line', () => {
  function overlay(more: Partial<TradeLine> = {}): {
    chart: ChartFixture;
    overlay: OrderOverlay;
    yOf: (price: number) => number;
    price: number;
    at: (yPx: number, touch?: boolean) => CanvasPoint;
  } {
    const chart = makeChartFixture();
    let timeMs = 0;
    const made = new OrderOverlay(chart.composer.view, chart.composer.list, chart.mark, chart.emit);
    chart.composer.overlays.push(made);
    const price = Math.round(chart.columns.close[499]! * 99.8) / 100;
    made.setLines([line('a', price, more)]);
    chart.frame();
    return {
      chart,
      overlay: made,
      price,
      at: (yPx, touch = true) => ({
        ...point(chart.composer.view.plotRightPx + 40, yPx, touch),
        timeMs: (timeMs += 300),
      }),
      yOf: (at) => chart.composer.view.panes[0]!.scale.yOf(at),
    };
  }

  test('follows the finger in whole ticks, emits at most once a frame, and asks on the drop', () => {
    const { chart, overlay: trades, yOf, price, at } = overlay();
    expect(trades.hold(at(yOf(price) + 40))).toBe(true);
    for (let step = 1; step <= 20; step += 1) trades.move(at(yOf(price) + 40 + step * 3));
    expect(chart.events.filter(({ kind }) => kind === 'lineDrag')).toEqual([]);
    chart.frame();
    chart.frame();
    const events = chart.events.filter((event) => event.kind === 'lineDrag');
    expect(events).toHaveLength(1);
    expect(events[0]!.price).toBeLessThan(price);
    expect(Math.abs(yOf(events[0]!.price) - (yOf(price) + 60))).toBeLessThan(2);
    expect(events[0]!.price).toBe(Math.round(events[0]!.price * 100) / 100);
    trades.drop(at(yOf(price) + 100));
    expect(chart.events.at(-1)).toEqual({ kind: 'lineDrop', id: 'a', price: events[0]!.price });
  });

  test('stays pending where it was dropped until the host answers, and cannot be dragged before', () => {
    const { chart, overlay: trades, yOf, price, at } = overlay();
    trades.hold(at(yOf(price)));
    trades.move(at(yOf(price) + 90));
    trades.drop(at(yOf(price) + 90));
    chart.frame();
    expect(trades.hold(at(yOf(price) + 90))).toBe(false);
    expect(trades.hold(at(yOf(price)))).toBe(false);
    trades.setLines([line('a', price)]);
    chart.frame();
    expect(trades.hold(at(yOf(price)))).toBe(true);
  });

  test('returns when the gesture is cancelled, and asks nothing', () => {
    const { chart, overlay: trades, yOf, price, at } = overlay();
    trades.hold(at(yOf(price)));
    trades.move(at(yOf(price) + 90));
    chart.frame();
    trades.cancel();
    chart.frame();
    expect(chart.events.filter(({ kind }) => kind === 'lineDrop')).toEqual([]);
    expect(chart.events.at(-1)).toEqual({ kind: 'lineDrag', id: 'a', price });
    expect(trades.hold(at(yOf(price)))).toBe(true);
  });

  test('new labels during the drag do not end it; removal by the host does', () => {
    const { chart, overlay: trades, yOf, price, at } = overlay();
    trades.hold(at(yOf(price)));
    trades.move(at(yOf(price) + 90));
    trades.setLines([line('a', price, { label: 'Cost 12' })]);
    chart.frame();
    expect(texts(chart)).toContain('Cost 12');
    trades.drop(at(yOf(price) + 90));
    expect(chart.events.at(-1)?.kind).toBe('lineDrop');
    trades.setLines([line('a', price)]);
    trades.hold(at(yOf(price)));
    trades.move(at(yOf(price) + 60));
    trades.setLines([]);
    trades.drop(at(yOf(price) + 60));
    expect(chart.events.filter(({ kind }) => kind === 'lineDrop')).toHaveLength(1);
  });

  test('vibrates when it crosses the last price', () => {
    const { chart, overlay: trades, yOf, price, at } = overlay();
    trades.hold(at(yOf(price)));
    trades.move(at(yOf(chart.columns.close[499]!) - 60));
    expect(chart.events.filter(({ kind }) => kind === 'haptic').length).toBeGreaterThan(0);
  });

  test.each([{ movable: false }, { pending: true }])('is not dragged when it may not move: %o', (more) => {
    const { overlay: trades, yOf, price, at } = overlay(more);
    expect(trades.hold(at(yOf(price)))).toBe(false);
    expect(trades.tap(at(yOf(price)))).toBe(true);
  });

  test("a finger or a mouse on the bare line is the chart's; the handle is at the axis", () => {
    const { chart, overlay: trades, yOf, price, at } = overlay();
    expect(trades.hold(point(600, yOf(price)))).toBe(false);
    expect(trades.start(point(600, yOf(price), false))).toBe(false);
    expect(trades.start(at(yOf(price)))).toBe(false);
    expect(trades.start(at(yOf(price), false))).toBe(true);
    expect(trades.cursor(point(600, yOf(price), false))).toBe('grabbing');
    trades.cancel();
    chart.frame();
    expect([trades.cursor(point(600, yOf(price), false)), trades.cursor(at(yOf(price), false))]).toEqual([
      'pointer',
      'ns-resize',
    ]);
  });
});

describe('fills', () => {
  function marksOver(chart: ChartFixture, count: number, seed: number): TradeMark[] {
    const random = seeded(seed);
    const { time, length } = chart.columns;
    const span = time[length - 1]! - time[0]! + 2_700_000;
    return Array.from({ length: count }, () => ({
      time: time[0]! - 900_000 + random() * span,
      price: 65_000,
      side: random() < 0.5 ? 'buy' : 'sell',
      label: 'x',
    }));
  }

  /** Naive twin: all visible fills grouped by candle slot and side. */
  function naive(chart: ChartFixture, marks: TradeMark[]): string[] {
    const { time } = chart.composer.view;
    const { columns } = chart;
    const slot = rowsPerSlot(time.barPx, time.ratio);
    const groups = new Map<string, number>();
    for (const mark of marks) {
      let row = -1;
      for (let at = 0; at < columns.length && columns.time[at]! <= mark.time; at += 1) row = at;
      if (row < 0) continue;
      const of = Math.floor((row - time.origin) / slot);
      if (
        of < Math.floor((time.firstRow - time.origin) / slot) ||
        of > Math.floor((time.endRow - 1 - time.origin) / slot)
      )
        continue;
      const key = `${of} ${mark.side}`;
      groups.set(key, (groups.get(key) ?? 0) + 1);
    }
    return [...groups].map(([key, count]) => `${key} ${count}`).sort();
  }

  function seen(chart: ChartFixture, track: FillMarkers): string[] {
    const { view } = chart.composer;
    const slot = rowsPerSlot(view.time.barPx, view.time.ratio);
    const out: string[] = [];
    track.inSight(view, ({ firstRow, side, count }: FillGroup) =>
      out.push(`${Math.floor((firstRow - view.time.origin) / slot)} ${side} ${count}`),
    );
    return out.sort();
  }

  test.each([
    [1, 1],
    [2, 0.2],
    [3, 0.02],
    [4, 6],
  ])('those in sight are those a search of all finds, joined (seed %d, zoom x%f)', (seed, zoom) => {
    const chart = makeChartFixture();
    const marks = marksOver(chart, 3000, seed);
    const track = new FillMarkers();
    track.set(marks);
    const { time } = chart.composer.view;
    time.zoomAt(zoom, 500);
    for (const pan of [0, 300, 1200, -700]) {
      time.panBy(pan);
      chart.frame();
      expect(seen(chart, track)).toEqual(naive(chart, marks));
    }
  });

  test('two hundred thousand fills cost no more than the visible ones', () => {
    const chart = makeChartFixture();
    const track = new FillMarkers();
    track.set(marksOver(chart, 200_000, 9));
    let groups = 0;
    const started = performance.now();
    for (let frame = 0; frame < 100; frame += 1)
      track.inSight(chart.composer.view, () => {
        groups += 1;
      });
    expect((performance.now() - started) / 100).toBeLessThan(2);
    expect(groups / 100).toBeLessThan(200);
  });

  test('a buy is below its candle, a sell above, and a tap reads them', () => {
    const chart = makeChartFixture();
    const { view, list } = chart.composer;
    const overlay = new OrderOverlay(view, list, chart.mark, chart.emit);
    chart.composer.overlays.push(overlay);
    const row = 480;
    const time = chart.columns.time[row]! + 60_000;
    overlay.setMarks([
      { time, price: 1, side: 'buy', label: 'Bought 0.1' },
      { time: time + 1, price: 1, side: 'sell', label: 'Sold 0.1' },
      { time: time + 2, price: 1, side: 'buy', label: 'Bought 0.2' },
    ]);
    chart.frame();
    const x = view.time.xOf(row - view.time.origin);
    const low = view.panes[0]!.scale.yOf(chart.columns.low[row]!);
    expect(overlay.tap(point(x, low + 24))).toBe(true);
    chart.frame();
    expect(texts(chart)).toEqual(expect.arrayContaining(['Bought 0.1', 'Bought 0.2']));
    expect(texts(chart)).not.toContain('Sold 0.1');
    expect(overlay.tap(point(x, low + 24))).toBe(true);
    chart.frame();
    expect(texts(chart)).not.toContain('Bought 0.1');
    expect(overlay.tap(point(x + 200, low + 24))).toBe(false);
  });
});
