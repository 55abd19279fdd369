// Existing drawings: selecting, dragging, locking, hiding, and the events that the host receives.
import { describe, expect, test } from 'vitest';
import type { Drawing, DrawingKind } from '../../../chart/api.ts';
import { intervalMs } from '../../../core/units/bar-interval.ts';
import { at, DrawingFixture, fit, RATIO } from './drawings-fixture.ts';
import { madeColumns, MARKET } from '../../support/data/chart-data.ts';

const makeFixture = (): DrawingFixture => new DrawingFixture(madeColumns(500, 3));
const barPx = 6 * RATIO;

describe('selecting and dragging', () => {
  function withTrend(): { fixture: DrawingFixture; made: Drawing; middle: [number, number] } {
    const fixture = makeFixture();
    const made = fixture.make('trend', [200, 300], [500, 500]);
    const [a, b] = made.anchors.map((anchor) => fixture.place(anchor)) as [[number, number], [number, number]];
    fixture.tap(700, 150);
    expect(fixture.lastEvent('drawingState')!.selected).toBe(null);
    return { fixture, made, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
  }

  test('a tap selects, a tap elsewhere deselects', () => {
    const { fixture, middle } = withTrend();
    expect(fixture.tap(middle[0], middle[1] + 30)).toBe(true);
    expect(fixture.lastEvent('drawingState')!.selected).toBe('d1');
    expect(fixture.lastEvent('haptic')).toBeDefined();
    expect(fixture.tap(800, 100)).toBe(true);
    expect(fixture.lastEvent('drawingState')!.selected).toBe(null);
    expect(fixture.tap(800, 100)).toBe(false);
    expect(fixture.tap(middle[0], middle[1] + 80)).toBe(false);
  });

  test('a finger pans over drawings that are not selected; a mouse drags them', () => {
    const { fixture, middle, made } = withTrend();
    const way: [number, number][] = [middle, [middle[0] + 60, middle[1] - 40]];
    expect(fixture.drag(way)).toBe(false);
    expect(fixture.drag(way, false)).toBe(true);
    expect(fixture.last).not.toEqual(made);
    expect(fixture.lastEvent('drawingState')!.selected).toBe('d1');
  });

  test('the body moves by whole candles and keeps its shape; undo brings it back', () => {
    const { fixture, middle, made } = withTrend();
    fixture.tap(...middle);
    fixture.drag([middle, [middle[0] + 3 * barPx + 4, middle[1] - 90]]);
    const { scale } = fixture.view.panes[0]!;
    fixture.last.anchors.forEach((anchor, i) => {
      const before = made.anchors[i]!;
      expect(anchor.time - before.time).toBe(3 * intervalMs(MARKET.interval));
      expect(scale.yOf(anchor.price) - scale.yOf(before.price)).toBeCloseTo(-90, 0);
    });
    fixture.controller.undoDrawing();
    expect(fixture.drawings).toEqual([made]);
  });

  test('a handle moves its anchor alone, without a jump to the finger', () => {
    const { fixture, middle, made } = withTrend();
    fixture.tap(...middle);
    const [x, y] = fixture.place(made.anchors[1]!);
    fixture.drag([
      [x + 50, y + 30],
      [x + 50 + 2 * barPx, y + 130],
    ]);
    expect(fixture.last.anchors[0]).toEqual(made.anchors[0]);
    expect(fixture.last.anchors[1]!.time).toBe(made.anchors[1]!.time + 2 * intervalMs(MARKET.interval));
    const moved = fixture.place(fixture.last.anchors[1]!);
    expect(moved[1]).toBeCloseTo(y + 100, 0);
  });

  test('a handle is hit within 44 px by a finger, within 8 px by a mouse', () => {
    const { fixture, middle, made } = withTrend();
    const [x, y] = fixture.place(made.anchors[0]!);
    fixture.tap(...middle);
    // To the side, away from the line.
    expect(fixture.take(at(x - 21 * RATIO, y))).toBe(true);
    fixture.cancel();
    expect(fixture.take(at(x - 23 * RATIO, y))).toBe(false);
    expect(fixture.cursor(at(x - 7 * RATIO, y, false))).toBe('move');
    expect(fixture.cursor(at(x - 9 * RATIO, y, false))).toBe(null);
  });

  test('all four corners of a rectangle can be dragged', () => {
    const fixture = makeFixture();
    const made = fixture.make('rectangle', [200, 300], [500, 500]);
    const [a, b] = made.anchors;
    const [x, y] = fixture.place({ time: a!.time, price: b!.price });
    fixture.drag([
      [x, y],
      [x - 2 * barPx, y + 60],
    ]);
    expect(fixture.last.anchors[0]!.price).toBe(a!.price);
    expect(fixture.last.anchors[1]!.time).toBe(b!.time);
    expect(fixture.last.anchors[0]!.time).toBe(a!.time - 2 * intervalMs(MARKET.interval));
    expect(fixture.last.anchors[1]!.price).toBeLessThan(b!.price);
  });

  test('a selected rectangle is dragged by its inside', () => {
    const fixture = makeFixture();
    fixture.make('rectangle', [200, 200], [600, 600]);
    expect(fixture.take(at(400, 400))).toBe(true);
    fixture.cancel();
    fixture.tap(800, 100);
    expect(fixture.take(at(400, 400))).toBe(false);
    expect(fixture.tap(400, 400)).toBe(false);
  });

  test('a drag that ends where it began adds no undo step', () => {
    const { fixture, middle } = withTrend();
    fixture.controller.setDrawings([...fixture.drawings]);
    fixture.tap(...middle);
    fixture.drag([middle, [middle[0] + 100, middle[1]], middle]);
    expect(fixture.lastEvent('drawingState')!.canUndo).toBe(false);
  });

  test('a cancelled drag changes nothing', () => {
    const { fixture, middle, made } = withTrend();
    fixture.tap(...middle);
    fixture.take(at(...middle));
    fixture.move(at(middle[0] + 100, middle[1] + 100));
    fixture.cancel();
    expect(fixture.drawings).toEqual([made]);
  });

  test('a locked drawing can be selected and unlocked, but neither dragged nor removed', () => {
    const { fixture, middle, made } = withTrend();
    fixture.controller.editDrawing('d1', { locked: true });
    expect(fixture.tap(...middle)).toBe(true);
    expect(fixture.lastEvent('drawingState')!.selected).toBe('d1');
    expect(fixture.drag([middle, [middle[0] + 90, middle[1]]], false)).toBe(false);
    expect(fixture.controller.key('Delete')).toBe(true);
    fixture.controller.removeDrawing(null);
    fixture.controller.removeDrawing('d1');
    expect(fixture.drawings).toEqual([{ ...made, locked: true }]);
    fixture.draw();
    expect(fixture.list.over.count).toBe(0);
    fixture.controller.editDrawing('d1', { locked: false });
    fixture.draw();
    expect(fixture.list.over.count).toBe(4);
    fixture.controller.removeDrawing(null);
    expect(fixture.drawings).toHaveLength(0);
  });

  test('a hidden drawing is neither drawn nor hit until all are shown again', () => {
    const { fixture, middle } = withTrend();
    fixture.controller.editDrawing('d1', { hidden: true });
    fixture.draw();
    expect(fixture.list.shapes.segmentCount).toBe(0);
    expect(fixture.tap(...middle)).toBe(false);
    fixture.controller.editDrawing(null, { hidden: false });
    fixture.draw();
    expect(fixture.list.shapes.segmentCount).toBe(1);
  });

  test('a double tap edits a text', () => {
    const fixture = makeFixture();
    const made = fixture.make('text', [300, 300]);
    fixture.controller.editDrawing(made.id, { text: 'support' });
    fixture.events.length = 0;
    fixture.tap(320, 305, true, true);
    expect(fixture.lastEvent('editText')).toEqual({ kind: 'editText', set: 0, id: made.id });
    fixture.controller.editDrawing(made.id, { locked: true });
    fixture.events.length = 0;
    fixture.tap(320, 305, true, true);
    expect(fixture.lastEvent('editText')).toBeUndefined();
  });

  test('Escape cancels step by step, Delete removes', () => {
    const { fixture, middle } = withTrend();
    fixture.controller.pickTool('channel');
    fixture.tap(300, 300);
    expect(fixture.lastEvent('drawingState')!.canUndo).toBe(true);
    expect(fixture.controller.key('Escape')).toBe(true);
    expect(fixture.lastEvent('drawingState')!.tool).toBe('channel');
    expect(fixture.controller.key('Escape')).toBe(true);
    expect(fixture.lastEvent('drawingState')!.tool).toBe(null);
    expect(fixture.controller.key('Escape')).toBe(false);
    expect(fixture.controller.key('Delete')).toBe(false);
    fixture.tap(...middle);
    expect(fixture.controller.key('Escape')).toBe(true);
    fixture.tap(...middle);
    expect(fixture.controller.key('Delete')).toBe(true);
    expect(fixture.drawings).toHaveLength(0);
    expect(fixture.controller.key('ArrowLeft')).toBe(false);
  });

  test('a colour applies to the next drawing; an unchanged style adds no undo step', () => {
    const { fixture } = withTrend();
    fixture.controller.editDrawing('d1', { color: 'line-3' });
    const before = fixture.events.length;
    fixture.controller.editDrawing('d1', { color: 'line-3' });
    fixture.controller.editDrawing('d99', { locked: true });
    fixture.controller.removeDrawing('d99');
    expect(fixture.events.length).toBe(before);
    expect(fixture.make('ray', [300, 300], [500, 200]).color).toBe('line-3');
  });
});

describe('the host', () => {
  test('receives changes of the user only, each state once, and one state after each list it sets', () => {
    const fixture = makeFixture();
    fixture.controller.setDrawings([]);
    const one = fixture.make('trend', [200, 300], [500, 500]);
    fixture.events.length = 0;
    fixture.controller.setDrawings([one]);
    expect(fixture.lastEvent('drawings')).toBeUndefined();
    expect(fixture.lastEvent('drawingState')).toMatchObject({ selected: 'd1', canUndo: false, canRedo: false });
    fixture.events.length = 0;
    fixture.controller.setDrawings([one], 5);
    fixture.controller.pickTool(null);
    expect(fixture.events).toEqual([
      { kind: 'drawingState', set: 5, tool: null, selected: 'd1', canUndo: false, canRedo: false },
    ]);
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

  test('drawings keep their pixel position when older candles are prepended', () => {
    const whole = madeColumns(800, 21);
    const late = { ...whole, length: 500 };
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) late[name] = whole[name].slice(300);
    const fixture = new DrawingFixture(late);
    for (const kind of kinds)
      fixture.make(
        kind,
        ...(
          [
            [200, 300],
            [500, 500],
            [400, 620],
          ] as [number, number][]
        ).slice(0, { horizontal: 1, vertical: 1, text: 1, channel: 3 }[kind as 'text'] ?? 2),
      );
    fixture.draw();
    const { shapes } = fixture.list;
    const before = [shapes.segments.slice(0, shapes.segmentCount * 7), shapes.quads.slice(0, shapes.quadCount * 9)];
    fixture.view.time.prepend(300, 800);
    (fixture.view.data as { columns: unknown }).columns = whole;
    fixture.draw();
    expect([shapes.segments.slice(0, shapes.segmentCount * 7), shapes.quads.slice(0, shapes.quadCount * 9)]).toEqual(
      before,
    );
  });

  test('a drawing can be dragged at every zoom that shows it', () => {
    const fixture = new DrawingFixture(madeColumns(100_000, 4));
    const made = fixture.make('trend', [200, 300], [500, 500]);
    const { scale } = fixture.view.panes[0]!;
    const middle = (): [number, number] => {
      const [a, b] = made.anchors.map((anchor) => fixture.place(anchor)) as [[number, number], [number, number]];
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    };
    for (const zoom of [1e-6, 20, 1e6]) {
      fixture.view.time.zoomAt(zoom, 500);
      fit(fixture.view);
      fixture.view.time.panBy(500 - middle()[0]);
      const prices = made.anchors.map(({ price }) => price);
      scale.low = Math.min(scale.low, ...prices);
      scale.high = Math.max(scale.high, ...prices);
      fixture.controller.key('Escape');
      fixture.draw();
      const [x, y] = middle();
      expect(x >= 0 && x < 978 && y >= 0 && y < 900).toBe(true);
      fixture.tap(x, y, false);
      expect(fixture.lastEvent('drawingState')!.selected).toBe('d1');
    }
  });
});
