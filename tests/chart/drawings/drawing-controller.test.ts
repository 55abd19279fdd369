// What hands do with drawings that stand: choosing, dragging, locking, hiding, and what the host hears of it.
import { describe, expect, test } from 'vitest';
import type { Drawing, DrawingKind } from '../../../chart/api.ts';
import { INTERVAL_MS } from '../../../core/units/time.ts';
import { at, Easel, fit, RATIO } from './drawings-fixture.ts';
import { madeColumns, MARKET } from '../made-data.ts';

const easel = (): Easel => new Easel(madeColumns(500, 3));
const barPx = 6 * RATIO;

describe('choosing and dragging', () => {
  function withTrend(): { desk: Easel; made: Drawing; middle: [number, number] } {
    const desk = easel();
    const made = desk.make('trend', [200, 300], [500, 500]);
    const [a, b] = made.anchors.map((anchor) => desk.place(anchor)) as [[number, number], [number, number]];
    desk.tap(700, 150);
    expect(desk.said('drawingState')!.selected).toBe(null);
    return { desk, made, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
  }

  test('a tap chooses, a tap beside lets go', () => {
    const { desk, middle } = withTrend();
    expect(desk.tap(middle[0], middle[1] + 30)).toBe(true);
    expect(desk.said('drawingState')!.selected).toBe('d1');
    expect(desk.said('haptic')).toBeDefined();
    expect(desk.tap(800, 100)).toBe(true);
    expect(desk.said('drawingState')!.selected).toBe(null);
    expect(desk.tap(800, 100)).toBe(false);
    expect(desk.tap(middle[0], middle[1] + 80)).toBe(false);
  });

  test('a finger pans over drawings it did not choose; a mouse takes them', () => {
    const { desk, middle, made } = withTrend();
    const way: [number, number][] = [middle, [middle[0] + 60, middle[1] - 40]];
    expect(desk.drag(way)).toBe(false);
    expect(desk.drag(way, false)).toBe(true);
    expect(desk.last).not.toEqual(made);
    expect(desk.said('drawingState')!.selected).toBe('d1');
  });

  test('the body moves by whole candles and keeps its shape; undo brings it back', () => {
    const { desk, middle, made } = withTrend();
    desk.tap(...middle);
    desk.drag([middle, [middle[0] + 3 * barPx + 4, middle[1] - 90]]);
    const { scale } = desk.view.panes[0]!;
    desk.last.anchors.forEach((anchor, i) => {
      const before = made.anchors[i]!;
      expect(anchor.time - before.time).toBe(3 * INTERVAL_MS[MARKET.interval]);
      expect(scale.yOf(anchor.price) - scale.yOf(before.price)).toBeCloseTo(-90, 0);
    });
    desk.desk.undoDrawing();
    expect(desk.drawings).toEqual([made]);
  });

  test('a handle moves its anchor alone, without a jump to the finger', () => {
    const { desk, middle, made } = withTrend();
    desk.tap(...middle);
    const [x, y] = desk.place(made.anchors[1]!);
    desk.drag([
      [x + 50, y + 30],
      [x + 50 + 2 * barPx, y + 130],
    ]);
    expect(desk.last.anchors[0]).toEqual(made.anchors[0]);
    expect(desk.last.anchors[1]!.time).toBe(made.anchors[1]!.time + 2 * INTERVAL_MS[MARKET.interval]);
    const moved = desk.place(desk.last.anchors[1]!);
    expect(moved[1]).toBeCloseTo(y + 100, 0);
  });

  test('a finger finds a handle within 44 px, a mouse within 8', () => {
    const { desk, middle, made } = withTrend();
    const [x, y] = desk.place(made.anchors[0]!);
    desk.tap(...middle);
    // To the side, away from the line.
    expect(desk.take(at(x - 21 * RATIO, y))).toBe(true);
    desk.cancel();
    expect(desk.take(at(x - 23 * RATIO, y))).toBe(false);
    expect(desk.cursor(at(x - 7 * RATIO, y, false))).toBe('move');
    expect(desk.cursor(at(x - 9 * RATIO, y, false))).toBe(null);
  });

  test('all four corners of a rectangle can be dragged', () => {
    const desk = easel();
    const made = desk.make('rectangle', [200, 300], [500, 500]);
    const [a, b] = made.anchors;
    const [x, y] = desk.place({ time: a!.time, price: b!.price });
    desk.drag([
      [x, y],
      [x - 2 * barPx, y + 60],
    ]);
    expect(desk.last.anchors[0]!.price).toBe(a!.price);
    expect(desk.last.anchors[1]!.time).toBe(b!.time);
    expect(desk.last.anchors[0]!.time).toBe(a!.time - 2 * INTERVAL_MS[MARKET.interval]);
    expect(desk.last.anchors[1]!.price).toBeLessThan(b!.price);
  });

  test('a chosen rectangle is dragged by its inside', () => {
    const desk = easel();
    desk.make('rectangle', [200, 200], [600, 600]);
    expect(desk.take(at(400, 400))).toBe(true);
    desk.cancel();
    desk.tap(800, 100);
    expect(desk.take(at(400, 400))).toBe(false);
    expect(desk.tap(400, 400)).toBe(false);
  });

  test('what is let go where it was is no step', () => {
    const { desk, middle } = withTrend();
    desk.desk.setDrawings([...desk.drawings]);
    desk.tap(...middle);
    desk.drag([middle, [middle[0] + 100, middle[1]], middle]);
    expect(desk.said('drawingState')!.canUndo).toBe(false);
  });

  test('a drag that is taken away changes nothing', () => {
    const { desk, middle, made } = withTrend();
    desk.tap(...middle);
    desk.take(at(...middle));
    desk.move(at(middle[0] + 100, middle[1] + 100));
    desk.cancel();
    expect(desk.drawings).toEqual([made]);
  });

  test('locked: chosen and unlocked, but neither dragged nor removed', () => {
    const { desk, middle, made } = withTrend();
    desk.desk.editDrawing('d1', { locked: true });
    expect(desk.tap(...middle)).toBe(true);
    expect(desk.said('drawingState')!.selected).toBe('d1');
    expect(desk.drag([middle, [middle[0] + 90, middle[1]]], false)).toBe(false);
    expect(desk.desk.key('Delete')).toBe(true);
    desk.desk.removeDrawing(null);
    desk.desk.removeDrawing('d1');
    expect(desk.drawings).toEqual([{ ...made, locked: true }]);
    desk.draw();
    expect(desk.list.over.count).toBe(0);
    desk.desk.editDrawing('d1', { locked: false });
    desk.draw();
    expect(desk.list.over.count).toBe(4);
    desk.desk.removeDrawing(null);
    expect(desk.drawings).toHaveLength(0);
  });

  test('hidden: neither drawn nor found, and shown again with all others', () => {
    const { desk, middle } = withTrend();
    desk.desk.editDrawing('d1', { hidden: true });
    desk.draw();
    expect(desk.list.shapes.segmentCount).toBe(0);
    expect(desk.tap(...middle)).toBe(false);
    desk.desk.editDrawing(null, { hidden: false });
    desk.draw();
    expect(desk.list.shapes.segmentCount).toBe(1);
  });

  test('a text is edited by two taps', () => {
    const desk = easel();
    const made = desk.make('text', [300, 300]);
    desk.desk.editDrawing(made.id, { text: 'support' });
    desk.events.length = 0;
    desk.tap(320, 305, true, true);
    expect(desk.said('editText')).toEqual({ kind: 'editText', id: made.id });
    desk.desk.editDrawing(made.id, { locked: true });
    desk.events.length = 0;
    desk.tap(320, 305, true, true);
    expect(desk.said('editText')).toBeUndefined();
  });

  test('Escape lets go step by step, Delete removes', () => {
    const { desk, middle } = withTrend();
    desk.desk.pickTool('channel');
    desk.tap(300, 300);
    expect(desk.said('drawingState')!.canUndo).toBe(true);
    expect(desk.desk.key('Escape')).toBe(true);
    expect(desk.said('drawingState')!.tool).toBe('channel');
    expect(desk.desk.key('Escape')).toBe(true);
    expect(desk.said('drawingState')!.tool).toBe(null);
    expect(desk.desk.key('Escape')).toBe(false);
    expect(desk.desk.key('Delete')).toBe(false);
    desk.tap(...middle);
    expect(desk.desk.key('Escape')).toBe(true);
    desk.tap(...middle);
    expect(desk.desk.key('Delete')).toBe(true);
    expect(desk.drawings).toHaveLength(0);
    expect(desk.desk.key('ArrowLeft')).toBe(false);
  });

  test('a colour stays for the next drawing; nothing changed is no step', () => {
    const { desk } = withTrend();
    desk.desk.editDrawing('d1', { color: 'line-3' });
    const said = desk.events.length;
    desk.desk.editDrawing('d1', { color: 'line-3' });
    desk.desk.editDrawing('d99', { locked: true });
    desk.desk.removeDrawing('d99');
    expect(desk.events.length).toBe(said);
    expect(desk.make('ray', [300, 300], [500, 200]).color).toBe('line-3');
  });
});

describe('the host', () => {
  test('hears of hands only, each state once, and one state after each list it hands over', () => {
    const desk = easel();
    desk.desk.setDrawings([]);
    const one = desk.make('trend', [200, 300], [500, 500]);
    desk.events.length = 0;
    desk.desk.setDrawings([one]);
    expect(desk.said('drawings')).toBeUndefined();
    expect(desk.said('drawingState')).toMatchObject({ selected: 'd1', canUndo: false, canRedo: false });
    desk.events.length = 0;
    desk.desk.setDrawings([one]);
    desk.desk.pickTool(null);
    expect(desk.events).toEqual([{ kind: 'drawingState', tool: null, selected: 'd1', canUndo: false, canRedo: false }]);
  });
});

describe('far zooms and older history', () => {
  const kinds: DrawingKind[] = [
    'trend',
    'channel',
    'rectangle',
    'fibonacci',
    'measure',
    'long',
    'ray',
    'brush',
    'vertical',
    'horizontal',
    'text',
  ];

  test('drawings keep their place to the px when history is put in front', () => {
    const whole = madeColumns(800, 21);
    const late = { ...whole, length: 500 };
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) late[name] = whole[name].slice(300);
    const desk = new Easel(late);
    for (const kind of kinds)
      desk.make(
        kind,
        ...(
          [
            [200, 300],
            [500, 500],
            [400, 620],
          ] as [number, number][]
        ).slice(0, { horizontal: 1, vertical: 1, text: 1, channel: 3 }[kind as 'text'] ?? 2),
      );
    desk.draw();
    const { shapes } = desk.list;
    const before = [shapes.segments.slice(0, shapes.segmentCount * 7), shapes.quads.slice(0, shapes.quadCount * 9)];
    desk.view.time.prepend(300, 800);
    (desk.view.data as { columns: unknown }).columns = whole;
    desk.draw();
    expect([shapes.segments.slice(0, shapes.segmentCount * 7), shapes.quads.slice(0, shapes.quadCount * 9)]).toEqual(
      before,
    );
  });

  test('a drawing can be taken hold of wherever the zoom shows it', () => {
    const desk = new Easel(madeColumns(100_000, 4));
    const made = desk.make('trend', [200, 300], [500, 500]);
    const { scale } = desk.view.panes[0]!;
    const middle = (): [number, number] => {
      const [a, b] = made.anchors.map((anchor) => desk.place(anchor)) as [[number, number], [number, number]];
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    };
    for (const zoom of [1e-6, 20, 1e6]) {
      desk.view.time.zoomAt(zoom, 500);
      fit(desk.view);
      desk.view.time.panBy(500 - middle()[0]);
      const prices = made.anchors.map(({ price }) => price);
      scale.low = Math.min(scale.low, ...prices);
      scale.high = Math.max(scale.high, ...prices);
      desk.desk.key('Escape');
      desk.draw();
      const [x, y] = middle();
      expect(x >= 0 && x < 978 && y >= 0 && y < 900).toBe(true);
      desk.tap(x, y, false);
      expect(desk.said('drawingState')!.selected).toBe('d1');
    }
  });
});
