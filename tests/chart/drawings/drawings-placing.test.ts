// Putting drawings down: taps and drags, previews, strokes, texts, positions, limits and the magnet.
import { describe, expect, test } from 'vitest';
import type { Drawing } from '../../../chart/api.ts';
import {
  ANCHOR_COUNT,
  MOST_DRAWINGS,
  MOST_STROKE_POINTS,
  MOST_TEXT_CHARS,
} from '../../../chart/drawings/drawing-limits.ts';
import { MAGNET_ROWS } from '../../../chart/drawings/magnet.ts';
import { INTERVAL_MS } from '../../../core/units/time.ts';
import { ALL_KINDS, at, Easel, RATIO } from './drawings-fixture.ts';
import { madeColumns, MARKET } from '../made-data.ts';

const easel = (): Easel => new Easel(madeColumns(500, 3));
const barPx = 6 * RATIO;

describe('placing', () => {
  test('every tool is placed by a drag (and taps for what is missing), and lies down after it', () => {
    for (const kind of ALL_KINDS) {
      const desk = easel();
      const made = desk.make(
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
      expect(desk.said('drawings')!.drawings).toEqual([made]);
      expect(desk.said('drawingState')).toMatchObject({ tool: null, canUndo: true, canRedo: false });
      for (const { price } of made.anchors) expect(Math.round(price * 100) / 100).toBe(price);
    }
  });

  test('tap and tap is the same as a drag', () => {
    const [one, other] = [easel(), easel()];
    const dragged = one.make('trend', [200, 300], [500, 500]);
    other.desk.pickTool('trend');
    other.tap(200, 300);
    expect(other.drawings).toHaveLength(0);
    other.tap(500, 500);
    expect(other.last).toEqual(dragged);
  });

  test('a preview follows: the finger in a drag, the mouse between clicks', () => {
    const desk = easel();
    desk.desk.pickTool('trend');
    desk.draw();
    expect(desk.list.shapes.segmentCount).toBe(0);
    desk.take(at(200, 300));
    desk.move(at(500, 500));
    desk.draw();
    expect(
      Array.from(desk.list.shapes.segments.subarray(0, 4)).map(
        (each, i) => Math.abs(each - [200, 300, 500, 500][i]!) <= barPx,
      ),
    ).toEqual([true, true, true, true]);
    desk.cancel();
    desk.draw();
    expect(desk.list.shapes.segmentCount).toBe(0);
    desk.tap(200, 300, false);
    const before = desk.marks;
    expect(desk.cursor(at(600, 400, false))).toBe('crosshair');
    expect(desk.marks).toBe(before + 1);
    desk.draw();
    expect(desk.list.shapes.segmentCount).toBe(1);
    expect(desk.drawings).toHaveLength(0);
  });

  test('a second place on top of the first is not taken', () => {
    const desk = easel();
    desk.desk.pickTool('trend');
    desk.tap(300, 300);
    desk.tap(300, 300);
    expect(desk.drawings).toHaveLength(0);
    desk.tap(400, 300);
    expect(desk.drawings).toHaveLength(1);
  });

  test('a second finger takes back what this gesture began, not what was put down before', () => {
    const desk = easel();
    desk.desk.pickTool('channel');
    desk.drag([
      [200, 300],
      [500, 500],
    ]);
    desk.take(at(400, 600));
    desk.move(at(400, 700));
    desk.cancel();
    expect(desk.drawings).toHaveLength(0);
    desk.tap(400, 650);
    expect(desk.last.anchors).toHaveLength(3);
  });

  test('anchors stand on candles, and beyond the last one on candles to come', () => {
    const desk = easel();
    const { columns } = desk.view.data;
    const last = columns.time[columns.length - 1]!;
    const made = desk.make('trend', [desk.view.time.xOf(480) + 4, 300], [desk.view.time.xOf(499), 350]);
    expect(made.anchors.map(({ time }) => time)).toEqual([columns.time[480], last]);
    desk.view.time.panBy(-300);
    const ahead = desk.make('trend', [desk.view.time.xOf(490), 300], [desk.view.time.xOf(510), 350]);
    expect(ahead.anchors[1]!.time).toBe(last + 11 * INTERVAL_MS[MARKET.interval]);
  });

  test('outside the pane, and without candles, nothing is taken', () => {
    const desk = easel();
    desk.desk.pickTool('trend');
    expect(desk.take(at(300, 1000))).toBe(false);
    expect(desk.take(at(1100, 300))).toBe(false);
    const empty = new Easel(madeColumns(0, 1));
    empty.desk.pickTool('trend');
    expect(empty.tap(300, 300)).toBe(false);
    empty.draw();
  });

  test('a brush is one step, thinned, and stays in hand', () => {
    const desk = easel();
    desk.desk.pickTool('brush');
    const wild = Array.from({ length: 6000 }, (_, i): [number, number] => [
      100 + ((i * 0.13) % 800),
      400 + 200 * Math.sin(i * 1.7),
    ]);
    desk.drag(wild);
    expect(desk.drawings).toHaveLength(1);
    expect(desk.last.anchors.length).toBeGreaterThan(100);
    expect(desk.last.anchors.length).toBeLessThanOrEqual(MOST_STROKE_POINTS);
    expect(desk.said('drawingState')!.tool).toBe('brush');
    desk.drag(Array.from({ length: 200 }, (_, i): [number, number] => [100 + 4 * i, 300]));
    expect(desk.last.anchors).toHaveLength(2);
    desk.desk.undoDrawing();
    desk.desk.undoDrawing();
    expect(desk.drawings).toHaveLength(0);
    expect(desk.tap(300, 300)).toBe(true);
    expect(desk.drawings).toHaveLength(0);
  });

  test('a text asks for its words; placing and words are one step, and without words it was never there', () => {
    const desk = easel();
    const made = desk.make('text', [300, 300]);
    expect(desk.said('editText')).toEqual({ kind: 'editText', id: made.id });
    desk.desk.editDrawing(made.id, { text: `  a\nb ${'x'.repeat(400)}` });
    expect(desk.last.text.startsWith('a b xxx')).toBe(true);
    expect(desk.last.text).toHaveLength(MOST_TEXT_CHARS);
    desk.desk.undoDrawing();
    expect(desk.drawings).toHaveLength(0);
    expect(desk.said('drawingState')!.canUndo).toBe(false);
    const other = desk.make('text', [300, 300]);
    desk.desk.editDrawing(other.id, { text: '   ' });
    expect(desk.drawings).toHaveLength(0);
    expect(desk.said('drawingState')).toMatchObject({ canUndo: false, selected: null });
  });

  test('long and short keep target and stop on their sides', () => {
    const desk = easel();
    for (const [kind, way] of [
      ['long', 1],
      ['short', -1],
    ] as const) {
      for (const to of [200, 700]) {
        const [entry, target, stop] = desk.make(kind, [300, 450], [500, to]).anchors.map(({ price }) => price) as [
          number,
          number,
          number,
        ];
        expect((target - entry) * way).toBeGreaterThan(0);
        expect((entry - stop) * way).toBeCloseTo(((target - entry) * way) / 2, 1);
      }
    }
    const made = desk.last;
    const [x, y] = desk.place(made.anchors[2]!);
    desk.drag([
      [x, y],
      [x + 5 * barPx, y + 800],
    ]);
    const [entry, , stop] = desk.last.anchors;
    expect(stop!.price).toBe(Math.round((entry!.price + 0.01) * 100) / 100);
    expect(stop!.time).toBe(desk.last.anchors[1]!.time);
  });

  test('at the limit no tool can be taken', () => {
    const desk = easel();
    const one = desk.make('horizontal', [300, 300]);
    desk.desk.setDrawings(Array.from({ length: MOST_DRAWINGS + 9 }, (_, i): Drawing => ({ ...one, id: `d${i + 1}` })));
    expect(desk.drawings).toHaveLength(MOST_DRAWINGS);
    desk.desk.pickTool('trend');
    expect(desk.said('drawingState')!.tool).toBe(null);
    desk.desk.removeDrawing('d5');
    desk.desk.pickTool('brush');
    desk.drag([
      [100, 100],
      [200, 200],
      [300, 100],
    ]);
    expect(desk.last.id).toBe('d201');
    expect(desk.said('drawingState')!.tool).toBe(null);
  });
});

describe('magnet', () => {
  test('snaps to a price of a candle nearby, and to none far away', () => {
    const desk = easel();
    const { columns } = desk.view.data;
    desk.desk.setMagnet(true);
    const [x, y] = desk.place({ time: columns.time[470]!, price: columns.high[470]! });
    const near = desk.make('horizontal', [x + 3, y - 5]);
    const prices = [468, 469, 470, 471, 472].flatMap((row) => [
      columns.open[row]!,
      columns.high[row]!,
      columns.low[row]!,
      columns.close[row]!,
    ]);
    expect(prices.map((price) => Math.round(price * 100) / 100)).toContain(near.anchors[0]!.price);
    expect(MAGNET_ROWS).toBeGreaterThan(72 / barPx);
    desk.desk.setMagnet(false);
    const free = desk.make('horizontal', [x + 3, y - 25]);
    expect(free.anchors[0]!.price).toBeCloseTo(desk.view.panes[0]!.scale.valueAt(y - 25), 1);
  });
});
