// Drawings in the draw list: inside the pane at every zoom, hit where they are painted, no rebuilds while panning.
import { describe, expect, test, vi } from 'vitest';
import type { CandleColumns, Drawing, DrawingKind } from '../../../chart/api.ts';
import { DrawList, RectList, ShapeList } from '../../../chart/render/draw-list.ts';
import { DrawingController } from '../../../chart/drawings/drawing-controller.ts';
import { distanceToSegment } from '../../../chart/drawings/geometry.ts';
import { TOOLS } from '../../../chart/drawings/registry.ts';
import { makeShape, project } from '../../../chart/drawings/drawing-shapes.ts';
import { LEVELS } from '../../../chart/drawings/tools/fibonacci.ts';
import { Palette } from '../../../chart/scene/palette.ts';
import { intervalMs } from '../../../core/units/bar-interval.ts';
import { ALL_KINDS, at, DrawingFixture, PLOT } from './drawings-fixture.ts';
import { madeColumns, MARKET, pushCandle, growingColumns, THEMES } from '../../support/data/chart-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 5_150;
console.log(`drawings-paint seed ${SEED}`);

/** A drawing of a kind on random visible candles and prices, some beyond the last candle. */
function someDrawing(fixture: DrawingFixture, kind: DrawingKind, random: () => number, id = 'd1'): Drawing {
  const { view } = fixture;
  const { time, data } = view;
  const count =
    kind === 'brush'
      ? 2 + Math.floor(random() * 60)
      : kind === 'long' || kind === 'short'
        ? 2
        : (TOOLS[kind].anchors as number);
  const anchors = Array.from({ length: count }, () => {
    const row = Math.floor(time.logicalAt(random() * 1.2 * PLOT.widthPx));
    const timeMs =
      data.columns.time[data.columns.length - 1]! + (row - data.columns.length + 1) * intervalMs(MARKET.interval);
    return { time: timeMs, price: Math.round(view.panes[0]!.scale.valueAt(random() * PLOT.bottomPx) * 100) / 100 };
  });
  const settled = TOOLS[kind].completeAnchors?.(anchors, MARKET.pricePrecision) ?? anchors;
  return {
    id,
    kind,
    anchors: settled,
    text: kind === 'text' ? 'words' : '',
    color: 'line-2',
    locked: false,
    hidden: false,
  };
}

const segments = ({ segments: all, segmentCount }: ShapeList): number[][] =>
  Array.from({ length: segmentCount }, (_, i) =>
    Array.from(all.subarray(i * ShapeList.SEGMENT, i * ShapeList.SEGMENT + 5)),
  );
const quads = ({ quads: all, quadCount }: ShapeList): number[][] =>
  Array.from({ length: quadCount }, (_, i) => Array.from(all.subarray(i * ShapeList.QUAD, i * ShapeList.QUAD + 8)));

describe('painting', () => {
  test('stays inside the pane at every zoom, scroll and kind', () => {
    const random = seeded(SEED);
    const fixture = new DrawingFixture(madeColumns(20_000, 2));
    for (let round = 0; round < 300; round += 1) {
      const kind = ALL_KINDS[round % ALL_KINDS.length]!;
      fixture.controller.setDrawings([someDrawing(fixture, kind, random)]);
      fixture.view.time.zoomAt(10 ** (random() * 4 - 2), random() * 900);
      fixture.view.time.panBy((random() - 0.5) * 4000);
      fixture.draw();
      const { shapes, labels, over } = fixture.list;
      for (const [x1, y1, x2, y2] of segments(shapes)) {
        for (const x of [x1!, x2!]) expect(x >= -1e-3 && x <= PLOT.widthPx + 1e-3).toBe(true);
        for (const y of [y1!, y2!]) expect(y >= -1e-3 && y <= PLOT.bottomPx + 1e-3).toBe(true);
      }
      for (const quad of quads(shapes))
        for (let i = 0; i < 8; i += 2)
          expect(quad[i]! >= -1e-3 && quad[i]! <= PLOT.widthPx + 1e-3 && Number.isFinite(quad[i + 1]!)).toBe(true);
      for (let i = 0; i < labels.count; i += 1)
        expect(labels.x[i]! >= 0 && labels.x[i]! + labels.texts[i]!.length * 18 <= PLOT.widthPx + 1).toBe(true);
      for (let i = 0; i < over.count; i += 1) expect(over.floats[i * RectList.STRIDE]).toBeGreaterThan(-40);
    }
  });

  test('extreme prices and times write finite shapes alone, and nothing at no place', () => {
    const random = seeded(SEED + 9);
    const fixture = new DrawingFixture(madeColumns(2_000, 2));
    const numbers = [5e-324, 1e-300, 1e-12, 1, 1e9, 1e18, 1e38, 1e300, 1e308, Number.MAX_VALUE];
    const pick = (): number => numbers[Math.floor(random() * numbers.length)]!;
    for (let round = 0; round < 1_300; round += 1) {
      const kind = ALL_KINDS[round % ALL_KINDS.length]!;
      const drawing = someDrawing(fixture, kind, random);
      for (const anchor of drawing.anchors) {
        if (random() < 0.7) anchor.price = pick();
        if (random() < 0.3) anchor.time = Math.min(8.64e15, pick()) * (random() < 0.5 ? -1 : 1);
      }
      fixture.view.panes[0]!.scale.setLog(random() < 0.3);
      fixture.controller.setDrawings([drawing]);
      fixture.draw();
      fixture.tap(random() * PLOT.widthPx, random() * PLOT.bottomPx);
      fixture.draw();
      const { shapes, labels, tags, over } = fixture.list;
      const written = [
        ...segments(shapes),
        ...quads(shapes),
        ...[labels, tags].flatMap(({ x, baseline, count }) => [x.slice(0, count), baseline.slice(0, count)]),
        Array.from(over.floats.subarray(0, over.count * RectList.STRIDE)).filter((_, at) => at % RectList.STRIDE < 5),
      ].flat();
      const texts = [labels, tags].flatMap(({ texts: all, count }) => all.slice(0, count)).join();
      expect(written.every(Number.isFinite), `seed ${SEED + 9} ${JSON.stringify(drawing)} ${written.join()}`).toBe(
        true,
      );
      expect(texts).not.toMatch(/NaN|Infinity/);
    }
  });

  test('a pointer hits what is painted, and nothing elsewhere', () => {
    const random = seeded(SEED + 1);
    const fixture = new DrawingFixture(madeColumns(2000, 6));
    let painted = 0;
    for (let round = 0; round < 200; round += 1) {
      const kind = (['trend', 'ray', 'channel', 'brush'] as const)[round % 4]!;
      const drawing = someDrawing(fixture, kind, random);
      fixture.controller.setDrawings([drawing]);
      fixture.draw();
      const shape = makeShape(drawing, fixture.view);
      project(shape, fixture.view);
      const lines = segments(fixture.list.shapes);
      for (let probe = 0; probe < 20; probe += 1) {
        const x = random() * PLOT.widthPx;
        const y = random() * PLOT.bottomPx;
        // Lines are clipped at the edges, where the clipped part may be nearer.
        const naive = Math.min(
          Infinity,
          ...lines.map(([x1, y1, x2, y2]) => distanceToSegment(x, y, x1!, y1!, x2!, y2!)),
        );
        const edge = Math.min(x, y, PLOT.widthPx - x, PLOT.bottomPx - y);
        const away = shape.tool.distance(shape, x, y);
        if (naive < edge) {
          painted += 1;
          expect(Math.abs(away - naive)).toBeLessThan(1e-3);
        } else expect(away).toBeGreaterThan(edge - 1e-3);
      }
    }
    expect(painted).toBeGreaterThan(500);
  });

  test('the nearest of many drawings is selected', () => {
    const random = seeded(SEED + 2);
    const fixture = new DrawingFixture(madeColumns(2000, 6));
    const kinds = ALL_KINDS.filter((kind) => kind !== 'text');
    fixture.controller.setDrawings(
      Array.from({ length: 60 }, (_, i) => ({
        ...someDrawing(fixture, kinds[i % kinds.length]!, random, `d${i + 1}`),
        hidden: random() < 0.3,
      })),
    );
    fixture.view.time.panBy(300);
    const shapes = fixture.drawings.filter(({ hidden }) => !hidden).map((drawing) => makeShape(drawing, fixture.view));
    for (const shape of shapes) project(shape, fixture.view);
    for (let probe = 0; probe < 300; probe += 1) {
      const [x, y] = [random() * PLOT.widthPx, random() * PLOT.bottomPx];
      fixture.controller.key('Escape');
      fixture.tap(x, y);
      const distances = shapes.map((shape) => shape.tool.distance(shape, x, y));
      const nearest = Math.min(...distances);
      const chosen = fixture.lastEvent('drawingState')?.selected ?? null;
      if (nearest > 48) expect(chosen).toBe(null);
      else expect(distances[shapes.findIndex(({ drawing }) => drawing.id === chosen)]).toBeCloseTo(nearest, 9);
    }
  });

  test('fibonacci levels are at their prices and labelled with them', () => {
    const fixture = new DrawingFixture(madeColumns(500, 3));
    const made = fixture.make('fibonacci', [300, 700], [600, 200]);
    const shape = makeShape(made, fixture.view);
    project(shape, fixture.view);
    const [start, end] = made.anchors.map(({ price }) => price) as [number, number];
    LEVELS.forEach((level, i) => {
      const price = end - (end - start) * level;
      expect(shape.extra[i]).toBeCloseTo(fixture.view.panes[0]!.scale.yOf(price), 6);
      expect(shape.texts[i]).toBe(`${level} (${fixture.view.prices.format(price)})`);
    });
  });

  test('the parallel of a channel passes through its third anchor, vertical ones too', () => {
    const random = seeded(SEED + 5);
    const fixture = new DrawingFixture(madeColumns(500, 3));
    for (let round = 0; round < 60; round += 1) {
      const drawing = someDrawing(fixture, 'channel', random);
      const [a, b] = drawing.anchors;
      if (round % 5 === 0) drawing.anchors[1] = { time: a!.time, price: b!.price };
      const shape = makeShape(drawing, fixture.view);
      project(shape, fixture.view);
      const { xy, extra } = shape;
      const [x1, y1, x2, y2] = [xy[0]! + extra[0]!, xy[1]! + extra[1]!, xy[2]! + extra[0]!, xy[3]! + extra[1]!];
      // Zero when the three anchors are on one line.
      expect(Math.abs((xy[4]! - x1) * (y2 - y1) - (xy[5]! - y1) * (x2 - x1))).toBeLessThan(1e-3);
      const inside = { x: (xy[0]! + xy[2]! + extra[0]!) / 2, y: (xy[1]! + xy[3]! + extra[1]!) / 2 };
      expect(shape.tool.inside!(shape, inside.x, inside.y)).toBe(true);
      expect(shape.tool.inside!(shape, inside.x + 3 * extra[0]!, inside.y + 3 * extra[1]!)).toBe(
        Math.hypot(extra[0]!, extra[1]!) === 0,
      );
    }
  });

  test('a measure is labelled with price, percent, candles and time', () => {
    const fixture = new DrawingFixture(madeColumns(500, 3));
    const { columns } = fixture.view.data;
    const anchors = [
      { time: columns.time[480]!, price: 64_000 },
      { time: columns.time[490]!, price: 64_640 },
    ];
    expect(makeShape({ ...someDrawing(fixture, 'measure', seeded(1)), anchors }, fixture.view).texts).toEqual([
      '+640.00 (+1.00%)',
      '10 × 15m · 2h 30m',
    ]);
    expect(
      makeShape({ ...someDrawing(fixture, 'measure', seeded(1)), anchors: anchors.toReversed() }, fixture.view).texts,
    ).toEqual(['-640.00 (-0.99%)', '-10 × 15m · 2h 30m']);
  });

  test('a position is labelled with entry, target, stop and their ratio', () => {
    const fixture = new DrawingFixture(madeColumns(500, 3));
    const { columns } = fixture.view.data;
    const [left, right] = [columns.time[480]!, columns.time[490]!];
    const anchors = [
      { time: left, price: 64_000 },
      { time: right, price: 65_280 },
      { time: right, price: 63_360 },
    ];
    const shape = makeShape({ ...someDrawing(fixture, 'long', seeded(1)), anchors }, fixture.view);
    expect(shape.texts).toEqual([
      '64,000.00 · 2.00 : 1',
      '65,280.00 · +1,280.00 (+2.00%)',
      '63,360.00 · -640.00 (-1.00%)',
    ]);
  });
});

describe('work', () => {
  test('panning and ticks rebuild nothing, and invisible drawings cost nothing', () => {
    const random = seeded(SEED + 3);
    const columns = growingColumns(3000, 9, Date.UTC(2024, 0, 1));
    while (columns.length < 2000) pushCandle(columns);
    const fixture = new DrawingFixture(columns);
    fixture.controller.setDrawings(ALL_KINDS.map((kind, i) => someDrawing(fixture, kind, random, `d${i + 1}`)));
    fixture.draw();
    const measured = vi.spyOn(fixture.view.measure, 'width');
    const named = vi.spyOn(fixture.view.palette, 'named');
    for (let frame = 0; frame < 50; frame += 1) {
      fixture.view.time.panBy(7);
      columns.close[1999]! += 1;
      fixture.draw();
    }
    fixture.view.time.zoomAt(0.5, 400);
    fixture.draw();
    expect(measured).not.toHaveBeenCalled();
    expect(named).not.toHaveBeenCalled();
    fixture.view.time.zoomAt(2, 400);
    fixture.view.time.panBy(1e6);
    fixture.draw();
    // Only unbounded drawings; a ray to the right is not visible in the past.
    expect(fixture.list.shapes.segmentCount).toBe(0);
    expect(fixture.list.shapes.quadCount).toBe(1);
  });

  test('after any change of the candles the picture equals that of a new chart', () => {
    const random = seeded(SEED + 4);
    const whole = madeColumns(1200, 13);
    /** Rows of the whole in [from, to), some of them left out. */
    const rows = (from: number, to: number): number[] =>
      Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).filter(() => random() > 0.2);
    const columnsOf = (shapesBefore: number[]): CandleColumns => {
      const column = (of: Float64Array): Float64Array => Float64Array.from(shapesBefore, (row) => of[row]!);
      return {
        length: shapesBefore.length,
        time: column(whole.time),
        open: column(whole.open),
        high: column(whole.high),
        low: column(whole.low),
        close: column(whole.close),
        volume: column(whole.volume),
      };
    };
    for (let run = 0; run < 8; run += 1) {
      let shapesBefore = rows(400, 700);
      const fixture = new DrawingFixture(columnsOf(shapesBefore));
      const view = fixture.view as { -readonly [Name in keyof typeof fixture.view]: (typeof fixture.view)[Name] };
      const data = view.data as { columns: CandleColumns };
      const ahead = ALL_KINDS.map((kind, i) => someDrawing(fixture, kind, random, `d${i + 1}`));
      view.time.toOldest();
      const drawings = [...ahead, ...ALL_KINDS.map((kind, i) => someDrawing(fixture, kind, random, `d${i + 50}`))];
      fixture.controller.setDrawings(drawings);
      for (let round = 0; round < 40; round += 1) {
        const choice = random();
        if (choice < 0.25) {
          shapesBefore = [
            ...shapesBefore,
            ...rows(shapesBefore.at(-1)! + 1, shapesBefore.at(-1)! + 1 + Math.floor(random() * 20)).filter(
              (row) => row < 1200,
            ),
          ];
          data.columns = columnsOf(shapesBefore);
          view.time.grow(shapesBefore.length);
        } else if (choice < 0.5) {
          const front = rows(Math.max(0, shapesBefore[0]! - Math.floor(random() * 20)), shapesBefore[0]!);
          shapesBefore = [...front, ...shapesBefore];
          data.columns = columnsOf(shapesBefore);
          view.time.prepend(front.length, shapesBefore.length);
        } else if (choice < 0.6) {
          shapesBefore = rows(300 + Math.floor(random() * 200), 600 + Math.floor(random() * 200));
          data.columns = columnsOf(shapesBefore);
          view.time.reset(shapesBefore.length);
        } else if (choice < 0.7) view.market = { ...view.market, interval: random() < 0.5 ? '1h' : '15m' };
        else if (choice < 0.8) view.fontPx = 20 + Math.floor(random() * 20);
        else if (choice < 0.9) view.time.toOldest();
        else view.time.resetView();
        fixture.draw();
        const fresh = new DrawList();
        const twin = new DrawingController(
          fixture.view,
          fresh,
          () => undefined,
          () => undefined,
        );
        twin.setDrawings(drawings);
        twin.draw();
        expect(segments(fixture.list.shapes)).toEqual(segments(fresh.shapes));
        expect(quads(fixture.list.shapes)).toEqual(quads(fresh.shapes));
        expect(fixture.list.tags.texts.slice(0, fixture.list.tags.count)).toEqual(
          fresh.tags.texts.slice(0, fresh.tags.count),
        );
        expect(fixture.list.labels.x.slice(0, fixture.list.labels.count)).toEqual(
          fresh.labels.x.slice(0, fresh.labels.count),
        );
      }
    }
  });

  test('a new candle does not rebuild drawings in the past', () => {
    const columns = growingColumns(600, 9, Date.UTC(2024, 0, 1));
    while (columns.length < 500) pushCandle(columns);
    const fixture = new DrawingFixture(columns);
    const past = fixture.make('measure', [200, 300], [500, 500]);
    fixture.draw();
    const named = vi.spyOn(fixture.view.palette, 'named');
    pushCandle(columns);
    fixture.view.time.grow(501);
    fixture.draw();
    expect(named).not.toHaveBeenCalled();
    expect(past.anchors[1]!.time).toBeLessThan(columns.time[499]!);
    fixture.view.palette = new Palette(THEMES.light);
    const namedAgain = vi.spyOn(fixture.view.palette, 'named');
    fixture.draw();
    expect(namedAgain).toHaveBeenCalled();
  });

  test('requests a frame for a change, and none without one', () => {
    const fixture = new DrawingFixture(madeColumns(500, 3));
    fixture.make('trend', [200, 300], [500, 500]);
    fixture.tap(800, 100);
    fixture.marks = 0;
    fixture.take(at(800, 100));
    fixture.cursor(at(800, 100, false));
    fixture.cursor(at(350, 400, false));
    fixture.draw();
    expect(fixture.tap(800, 100)).toBe(false);
    expect(fixture.marks).toBe(0);
    fixture.controller.pickTool('ray');
    expect(fixture.marks).toBe(1);
  });
});
