// Placing drawings: taps and drags, previews, strokes, texts, positions, limits and the magnet.
import { describe, expect, test } from 'vitest';
import type { Drawing } from '../../../chart/api.ts';
import {
  ANCHOR_COUNT,
  MAX_DRAWINGS,
  MAX_STROKE_POINTS,
  MAX_TEXT_CHARS,
} from '../../../chart/drawings/drawing-limits.ts';
import { MAGNET_ROWS } from '../../../chart/drawings/magnet.ts';
import { TOOLS } from '../../../chart/drawings/registry.ts';
import { intervalMs } from '../../../core/units/bar-interval.ts';
import { ALL_KINDS, at, DrawingFixture, RATIO } from './drawings-fixture.ts';
import { madeColumns, MARKET } from '../../support/data/chart-data.ts';

const makeFixture = (): DrawingFixture => new DrawingFixture(madeColumns(500, 3));
const barPx = 6 * RATIO;

describe('placing', () => {
  test('every tool places a drawing by a drag (and taps for further anchors) and is then deselected', () => {
    for (const kind of ALL_KINDS) {
      const fixture = makeFixture();
      const made = fixture.make(
        kind,
        ...(
          [
            [200, 300],
            [500, 500],
            [400, 620],
          ] as [number, number][]
        ).slice(0, { horizontal: 1, vertical: 1, text: 1, channel: 3 }[kind as 'text'] ?? 2),
      );
      expect(made).toMatchObject({ id: 'd1', kind, text: '', locked: false, hidden: false });
      expect(made.anchors).toHaveLength(kind === 'brush' ? 2 : ANCHOR_COUNT[kind]);
      expect(fixture.lastEvent('drawings')!.drawings).toEqual([made]);
      expect(fixture.lastEvent('drawingState')).toMatchObject({ tool: null, canUndo: true, canRedo: false });
      for (const { price } of made.anchors) expect(Math.round(price * 100) / 100).toBe(price);
    }
  });

  test('a drag that other drawings came into places nothing', () => {
    for (const kind of ALL_KINDS) {
      const fixture = makeFixture();
      fixture.controller.pickTool(kind);
      fixture.take(at(200, 300));
      fixture.move(at(300, 400));
      fixture.controller.setDrawings([], 2);
      fixture.move(at(400, 450));
      fixture.drop(at(500, 500));
      expect([kind, fixture.drawings, fixture.lastEvent('drawings')]).toEqual([kind, [], undefined]);
    }
  });

  test('two taps are the same as a drag', () => {
    const [one, other] = [makeFixture(), makeFixture()];
    const dragged = one.make('trend', [200, 300], [500, 500]);
    other.controller.pickTool('trend');
    other.tap(200, 300);
    expect(other.drawings).toHaveLength(0);
    other.tap(500, 500);
    expect(other.last).toEqual(dragged);
  });

  test('a preview follows the finger in a drag and the mouse between clicks', () => {
    const fixture = makeFixture();
    fixture.controller.pickTool('trend');
    fixture.draw();
    expect(fixture.list.shapes.segmentCount).toBe(0);
    fixture.take(at(200, 300));
    fixture.move(at(500, 500));
    fixture.draw();
    expect(
      Array.from(fixture.list.shapes.segments.subarray(0, 4)).map(
        (each, i) => Math.abs(each - [200, 300, 500, 500][i]!) <= barPx,
      ),
    ).toEqual([true, true, true, true]);
    fixture.cancel();
    fixture.draw();
    expect(fixture.list.shapes.segmentCount).toBe(0);
    fixture.tap(200, 300, false);
    const before = fixture.marks;
    expect(fixture.cursor(at(600, 400, false))).toBe('crosshair');
    expect(fixture.marks).toBe(before + 1);
    fixture.draw();
    expect(fixture.list.shapes.segmentCount).toBe(1);
    expect(fixture.drawings).toHaveLength(0);
  });

  test('a second anchor on top of the first is rejected', () => {
    const fixture = makeFixture();
    fixture.controller.pickTool('trend');
    fixture.tap(300, 300);
    fixture.tap(300, 300);
    expect(fixture.drawings).toHaveLength(0);
    fixture.tap(400, 300);
    expect(fixture.drawings).toHaveLength(1);
  });

  test('a second finger cancels the anchors of this gesture, not earlier ones', () => {
    const fixture = makeFixture();
    fixture.controller.pickTool('channel');
    fixture.drag([
      [200, 300],
      [500, 500],
    ]);
    fixture.take(at(400, 600));
    fixture.move(at(400, 700));
    fixture.cancel();
    expect(fixture.drawings).toHaveLength(0);
    fixture.tap(400, 650);
    expect(fixture.last.anchors).toHaveLength(3);
  });

  test('anchors are on candles, beyond the last one on future candles', () => {
    const fixture = makeFixture();
    const { columns } = fixture.view.data;
    const last = columns.time[columns.length - 1]!;
    const made = fixture.make('trend', [fixture.view.time.xOf(480) + 4, 300], [fixture.view.time.xOf(499), 350]);
    expect(made.anchors.map(({ time }) => time)).toEqual([columns.time[480], last]);
    fixture.view.time.panBy(-300);
    const ahead = fixture.make('trend', [fixture.view.time.xOf(490), 300], [fixture.view.time.xOf(510), 350]);
    expect(ahead.anchors[1]!.time).toBe(last + 11 * intervalMs(MARKET.interval));
  });

  test('nothing is placed outside the pane or without candles', () => {
    const fixture = makeFixture();
    fixture.controller.pickTool('trend');
    expect(fixture.take(at(300, 1000))).toBe(false);
    expect(fixture.take(at(1100, 300))).toBe(false);
    const empty = new DrawingFixture(madeColumns(0, 1));
    empty.controller.pickTool('trend');
    expect(empty.tap(300, 300)).toBe(false);
    empty.draw();
  });

  test('a brush stroke is one undo step and thinned, and the tool stays active', () => {
    const fixture = makeFixture();
    fixture.controller.pickTool('brush');
    const wild = Array.from({ length: 6000 }, (_, i): [number, number] => [
      100 + ((i * 0.13) % 800),
      400 + 200 * Math.sin(i * 1.7),
    ]);
    fixture.drag(wild);
    expect(fixture.drawings).toHaveLength(1);
    expect(fixture.last.anchors.length).toBeGreaterThan(100);
    expect(fixture.last.anchors.length).toBeLessThanOrEqual(MAX_STROKE_POINTS);
    expect(fixture.lastEvent('drawingState')!.tool).toBe('brush');
    fixture.drag(Array.from({ length: 200 }, (_, i): [number, number] => [100 + 4 * i, 300]));
    expect(fixture.last.anchors).toHaveLength(2);
    fixture.controller.undoDrawing();
    fixture.controller.undoDrawing();
    expect(fixture.drawings).toHaveLength(0);
    expect(fixture.tap(300, 300)).toBe(true);
    expect(fixture.drawings).toHaveLength(0);
  });

  test('placing and editing a text is one undo step; a text that stays empty is removed', () => {
    const fixture = makeFixture();
    const made = fixture.make('text', [300, 300]);
    expect(fixture.lastEvent('editText')).toEqual({ kind: 'editText', set: 0, id: made.id });
    fixture.controller.editDrawing(made.id, { text: `  a\nb ${'x'.repeat(400)}` });
    expect(fixture.last.text.startsWith('a b xxx')).toBe(true);
    expect(fixture.last.text).toHaveLength(MAX_TEXT_CHARS);
    fixture.controller.undoDrawing();
    expect(fixture.drawings).toHaveLength(0);
    expect(fixture.lastEvent('drawingState')!.canUndo).toBe(false);
    const other = fixture.make('text', [300, 300]);
    fixture.controller.editDrawing(other.id, { text: '   ' });
    expect(fixture.drawings).toHaveLength(0);
    expect(fixture.lastEvent('drawingState')).toMatchObject({ canUndo: false, selected: null });
  });

  test('long and short positions keep target and stop on their sides', () => {
    const fixture = makeFixture();
    for (const [kind, way] of [
      ['long', 1],
      ['short', -1],
    ] as const) {
      for (const to of [200, 700]) {
        const [entry, target, stop] = fixture.make(kind, [300, 450], [500, to]).anchors.map(({ price }) => price) as [
          number,
          number,
          number,
        ];
        expect((target - entry) * way).toBeGreaterThan(0);
        expect((entry - stop) * way).toBeCloseTo(((target - entry) * way) / 2, 1);
      }
    }
    const made = fixture.last;
    const [x, y] = fixture.place(made.anchors[2]!);
    fixture.drag([
      [x, y],
      [x + 5 * barPx, y + 800],
    ]);
    const [entry, , stop] = fixture.last.anchors;
    expect(stop!.price).toBe(Math.round((entry!.price + 0.01) * 100) / 100);
    expect(stop!.time).toBe(fixture.last.anchors[1]!.time);
  });

  test.each(['long', 'short'] as const)(
    'a %s position at the lowest price has a stop and a target of their own',
    (kind) => {
      const complete = TOOLS[kind].completeAnchors!;
      const lowest = { time: 0, price: 0.01 };
      for (const other of [lowest, { time: 9, price: 0.01 }, { time: 9, price: 5 }]) {
        const prices = complete([lowest, other], 2).map(({ price }) => price);
        expect(new Set(prices).size, prices.join()).toBe(3);
        expect(Math.min(...prices)).toBe(0.01);
        expect(complete(complete([lowest, other], 2), 2).map(({ price }) => price)).toEqual(prices);
      }
    },
  );

  test('at the limit no tool can be picked', () => {
    const fixture = makeFixture();
    const one = fixture.make('horizontal', [300, 300]);
    fixture.controller.setDrawings(
      Array.from({ length: MAX_DRAWINGS + 9 }, (_, i): Drawing => ({ ...one, id: `d${i + 1}` })),
    );
    expect(fixture.drawings).toHaveLength(MAX_DRAWINGS);
    fixture.controller.pickTool('trend');
    expect(fixture.lastEvent('drawingState')!.tool).toBe(null);
    fixture.controller.removeDrawing('d5');
    fixture.controller.pickTool('brush');
    fixture.drag([
      [100, 100],
      [200, 200],
      [300, 100],
    ]);
    expect(fixture.last.id).toBe('d201');
    expect(fixture.lastEvent('drawingState')!.tool).toBe(null);
  });
});

describe('magnet', () => {
  test('snaps to a nearby candle price, and to none far away', () => {
    const fixture = makeFixture();
    const { columns } = fixture.view.data;
    fixture.controller.setMagnet(true);
    const [x, y] = fixture.place({ time: columns.time[470]!, price: columns.high[470]! });
    const near = fixture.make('horizontal', [x + 3, y - 5]);
    const prices = [468, 469, 470, 471, 472].flatMap((row) => [
      columns.open[row]!,
      columns.high[row]!,
      columns.low[row]!,
      columns.close[row]!,
    ]);
    expect(prices.map((price) => Math.round(price * 100) / 100)).toContain(near.anchors[0]!.price);
    expect(MAGNET_ROWS).toBeGreaterThan(72 / barPx);
    fixture.controller.setMagnet(false);
    const free = fixture.make('horizontal', [x + 3, y - 25]);
    expect(free.anchors[0]!.price).toBeCloseTo(fixture.view.panes[0]!.scale.valueAt(y - 25), 1);
  });
});
