// Cached lines: after any pan, zoom or tick they run through the points of freshly traced lines.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context2d } from '../../../chart/render/context-2d.ts';
import { cachedLine } from '../../../chart/render/canvas2d/line-cache.ts';
import { paintLine } from '../../../chart/render/canvas2d/paint-line.ts';
import type { AcrossTransform, ExtraPainters, SeriesDraw } from '../../../chart/render/draw-list.ts';
import { NO_VALUE } from '../../../chart/render/draw-list.ts';
import { SeriesRows } from '../../../chart/scene/columns/data-window.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 90125;
/** Largest deviation, in px. */
const MAX_OFF_PX = 1 / 16;
let traced = 0;

/** Points as 32-bit floats, as in browsers. */
class FakePath {
  points: [move: boolean, x: number, y: number][] = [];
  constructor(other?: FakePath) {
    if (other) this.points.push(...other.points);
  }
  moveTo(x: number, y: number): void {
    this.points.push([true, Math.fround(x), Math.fround(y)]);
    traced += 1;
  }
  lineTo(x: number, y: number): void {
    this.points.push([false, Math.fround(x), Math.fround(y)]);
    traced += 1;
  }
  addPath(other: FakePath, { a, d, e, f }: { a: number; d: number; e: number; f: number }): void {
    for (const [move, x, y] of other.points)
      this.points.push([
        move,
        Math.fround(Math.fround(a) * x + Math.fround(e)),
        Math.fround(Math.fround(d) * y + Math.fround(f)),
      ]);
  }
}

const before = globalThis.Path2D;
beforeEach(() => {
  globalThis.Path2D = FakePath as never;
});
afterEach(() => {
  globalThis.Path2D = before;
});

/** Strokes that reach the context: one path, and where it is moved to. */
interface Stroke {
  path: FakePath;
  right: number;
  down: number;
}

function strokes(series: SeriesDraw, across: AcrossTransform, extraPainters: ExtraPainters | null): Stroke[] {
  const out: Stroke[] = [];
  let right = 0;
  let down = 0;
  const context = {
    translate(x: number, y: number) {
      right += x;
      down += y;
    },
    stroke(path: FakePath) {
      out.push({ path, right, down });
    },
  };
  paintLine(context as unknown as Context2d, series, across, extraPainters);
  expect([right, down]).toEqual([0, 0]);
  return out;
}

/** Segments of strokes in the plot from left to right, and whether they are painted as steep. */
function segments(
  made: Stroke[],
  stepPx: number,
  widthPx: number,
): { x: number; y: number; toX: number; toY: number; steep: boolean }[] {
  const out = [];
  for (const path of new Set(made.map((each) => each.path))) {
    const hairs = made.filter((each) => each.path === path);
    const middle = hairs[hairs.length >> 1]!;
    const steep = hairs[0]!.right !== middle.right;
    if (hairs.length > 1)
      expect(hairs.map(({ right, down }) => (steep ? right - middle.right : down))).toEqual([-1, 0, 1]);
    for (const [at, [move, toX, toY]] of path.points.entries()) {
      const [, x, y] = path.points[at - 1] ?? [];
      if (!move) out.push({ x: x! + middle.right, y: y!, toX: toX + middle.right, toY, steep });
    }
  }
  return out.filter(({ x, toX }) => toX >= -stepPx && x <= widthPx + stepPx).sort((a, b) => a.x - b.x);
}

/** A line of so many rows at their newest end, and where it is painted. */
function lineOf(rows: SeriesRows, count: number, thicknessPx: number): { series: SeriesDraw; across: AcrossTransform } {
  const up = { baseY: 500, pxPerValue: 1, clipTop: 0, clipBottom: 1000 };
  const look = { colorUp: 0xff000000, colorDown: 0, thicknessPx, pointsPerRow: 1, zero: 0 };
  return {
    series: { kind: 'line', rows, from: count - 150, to: count, up, ...look },
    across: { originPx: -4800, fractionPx: 0.25, stepPx: 6.4, bodyPx: 5, wickPx: 3 },
  };
}

const CACHED = { traced: cachedLine } as Partial<ExtraPainters> as ExtraPainters;

describe('cached lines', () => {
  test.each([1, 3])('%d px thick: a tick traces its own point alone, whatever the line is long', (thicknessPx) => {
    const random = seeded(SEED);
    const rows = new SeriesRows(1);
    rows.refill(1024, 900, 60_000);
    for (let row = 0; row < 1024; row += 1) rows.data[row] = random() * 100;
    const { series, across } = lineOf(rows, 900, thicknessPx);
    strokes(series, across, CACHED);
    for (let tick = 0; tick < 100; tick += 1) {
      rows.drawn();
      // Every tenth one begins a candle.
      const count = 900 + Math.floor(tick / 10);
      rows.data[count - 1] = random() * 100;
      rows.patch(count - 1, count);
      series.to = count;
      traced = 0;
      const drawn = strokes(series, across, CACHED);
      // The first of them traces what does not change from then on.
      if (tick > 0) expect(traced, `tick ${tick}`).toBeLessThanOrEqual(4);
      const wanted = strokes(series, across, null);
      expect(drawn.map(({ path }) => path.points)).toEqual(wanted.map(({ path }) => path.points));
    }
  });

  test('ticks on rows out of sight trace nothing', () => {
    const rows = new SeriesRows(1);
    rows.refill(1024, 900, 60_000);
    const { series, across } = lineOf(rows, 600, 3);
    const drawn = strokes(series, across, CACHED).map(({ path }) => path);
    for (let tick = 0; tick < 10; tick += 1) {
      rows.drawn();
      rows.data[899] = tick;
      rows.patch(899, 900);
      traced = 0;
      expect(strokes(series, across, CACHED).map(({ path }) => path)).toEqual(drawn);
      expect(traced).toBe(0);
    }
  });

  test('a line that another backend has drawn with other rows meanwhile is traced again', () => {
    const rows = new SeriesRows(1);
    rows.refill(1024, 900, 60_000);
    const { series, across } = lineOf(rows, 900, 1);
    strokes(series, across, CACHED);
    rows.drawn();
    for (let row = 890; row < 900; row += 1) rows.data[row] = 50;
    rows.patch(890, 900);
    // By the other one.
    rows.drawn();
    // It may have been traced further to the left.
    const newest = (made: Stroke[]): unknown => made[0]!.path.points.slice(-100);
    expect(newest(strokes(series, across, CACHED))).toEqual(newest(strokes(series, across, null)));
    rows.data[899] = 60;
    rows.patch(899, 900);
    expect(newest(strokes(series, across, CACHED))).toEqual(newest(strokes(series, across, null)));
  });

  test.each([1, 3])(
    '%d px thick: pans, zooms, other price scales, ticks and refills: within a sixteenth of a pixel of a line traced there',
    (thicknessPx) => {
      console.log(`line-cache seed ${SEED}`);
      const random = seeded(SEED);
      let count = 900;
      const widthPx = 1000;
      const rows = new SeriesRows(1);
      const fill = (): void => {
        rows.refill(1024, count, 60_000);
        for (let row = 0; row < count; row += 1)
          rows.data[row] = random() < 0.02 ? NO_VALUE : (random() - 0.5) * (row % 100 < 50 ? 800 : 20);
      };
      fill();
      const series: SeriesDraw = {
        kind: 'line',
        rows,
        from: 0,
        to: 0,
        up: { baseY: 500, pxPerValue: 1, clipTop: 0, clipBottom: 1000 },
        colorUp: 0xff000000,
        colorDown: 0,
        thicknessPx,
        pointsPerRow: 1,
        zero: 0,
      };
      const across: AcrossTransform = { originPx: -900, fractionPx: 0.25, stepPx: 6.4, bodyPx: 5, wickPx: 3 };
      const extraPainters = { traced: cachedLine } as Partial<ExtraPainters> as ExtraPainters;
      let naive = 0;
      let tracedTotal = 0;
      let steepest = 0;
      let flattest = Infinity;
      for (let step = 0; step < 1500; step += 1) {
        const luck = random();
        rows.drawn();
        if (luck < 0.6) across.originPx += Math.round((random() - 0.5) * 60);
        if (luck < 0.3) series.up.pxPerValue *= Math.exp((random() - 0.5) * 0.2);
        if (luck < 0.3) series.up.baseY += (random() - 0.5) * 300;
        if (luck > 0.97) series.up.pxPerValue = (random() < 0.3 ? -1 : 1) * 0.5;
        if (luck > 0.6 && luck < 0.65) across.stepPx = 4 + random() * 8;
        if (luck > 0.65 && luck < 0.75) {
          const patchedFrom = random() < 0.7 ? count - 1 : Math.max(0, count - 1 - Math.floor(random() * 40));
          // Now and then a candle more, and rows that another backend has drawn.
          if (random() < 0.2 && count < rows.data.length - 1) count += 1;
          for (let row = patchedFrom; row < count; row += 1)
            rows.data[row] = random() < 0.1 ? NO_VALUE : random() * 100;
          rows.patch(patchedFrom, count);
          if (random() < 0.1) rows.drawn();
        }
        if (luck > 0.75 && luck < 0.78) fill();
        across.originPx = Math.min(0, Math.max(-Math.round(count * across.stepPx) + widthPx, across.originPx));
        series.from = Math.max(0, Math.floor((-across.originPx - across.stepPx) / across.stepPx));
        series.to = Math.min(count, Math.ceil((widthPx - across.originPx + across.stepPx) / across.stepPx) + 1);
        traced = 0;
        const wanted = segments(strokes(series, across, null), across.stepPx, widthPx);
        naive += traced;
        traced = 0;
        const drawn = segments(strokes(series, across, extraPainters), across.stepPx, widthPx);
        tracedTotal += traced;
        // A cached line extends beyond the plot.
        const inside = drawn.filter(({ x }) => x >= wanted[0]!.x && x <= wanted.at(-1)!.x);
        expect(inside.length, `step ${step}`).toBe(wanted.length);
        const off = wanted.reduce(
          (most, { x, y, toX, toY }, at) =>
            Math.max(
              most,
              Math.abs(inside[at]!.x - x),
              Math.abs(inside[at]!.y - y),
              Math.abs(inside[at]!.toX - toX),
              Math.abs(inside[at]!.toY - toY),
            ),
          0,
        );
        expect(off, `step ${step}`).toBeLessThanOrEqual(MAX_OFF_PX);
        for (const { x, y, toX, toY, steep } of inside) {
          const slope = Math.abs(toY - y) / (toX - x);
          if (steep) flattest = Math.min(flattest, slope);
          else steepest = Math.max(steepest, slope);
        }
      }
      expect(tracedTotal, 'points traced').toBeLessThan(naive * 0.6);
      if (thicknessPx === 1) expect(flattest).toBe(Infinity);
      else expect([steepest < 1.26, flattest > 0.79]).toEqual([true, true]);
    },
  );
});
