// Lines from kept paths: wherever the view goes and whatever ticks in, they run through the points of lines traced there.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context2d } from '../../chart/backend.ts';
import { keptPath } from '../../chart/canvas2d/kept-path.ts';
import { paintLine } from '../../chart/canvas2d/paint-line.ts';
import type { AcrossTransform, Craft, SeriesDraw } from '../../chart/draw-list.ts';
import { NO_VALUE } from '../../chart/draw-list.ts';
import { SeriesRows } from '../../chart/scene/data-window.ts';
import { seeded } from './made-data.ts';

const SEED = 90125;
/** What may be off, px. */
const MOST_OFF_PX = 1 / 16;
let traced = 0;

/** Points as floats, which is what browsers hold. */
class FakePath {
  points: [move: boolean, x: number, y: number][] = [];
  moveTo(x: number, y: number): void { this.points.push([true, Math.fround(x), Math.fround(y)]); traced += 1; }
  lineTo(x: number, y: number): void { this.points.push([false, Math.fround(x), Math.fround(y)]); traced += 1; }
  addPath(other: FakePath, { a, d, e, f }: { a: number; d: number; e: number; f: number }): void {
    for (const [move, x, y] of other.points) this.points.push([move, Math.fround(Math.fround(a) * x + Math.fround(e)), Math.fround(Math.fround(d) * y + Math.fround(f))]);
  }
}

const before = globalThis.Path2D;
beforeEach(() => { globalThis.Path2D = FakePath as never; });
afterEach(() => { globalThis.Path2D = before; });

/** Points that reach the context, from one end of the plot to the other. */
function painted(series: SeriesDraw, across: AcrossTransform, widthPx: number, craft: Craft | null): [boolean, number, number][] {
  const out: [boolean, number, number][] = [];
  let right = 0;
  let down = 0;
  const context = {
    translate(x: number, y: number) { right += x; down += y; },
    stroke(path: FakePath) { out.push(...path.points.map(([move, x, y]): [boolean, number, number] => [move, x + right, y + down])); },
  };
  paintLine(context as unknown as Context2d, series, across, craft);
  expect([right, down]).toEqual([0, 0]);
  return out.filter(([, x]) => x >= -across.stepPx && x <= widthPx + across.stepPx);
}

describe('kept paths', () => {
  test('pans, zooms, other price scales, ticks and refills: within a sixteenth of a pixel of a line traced there', () => {
    console.log(`kept-path seed ${SEED}`);
    const random = seeded(SEED);
    const count = 900;
    const widthPx = 1000;
    const rows = new SeriesRows(1);
    const fill = (): void => {
      rows.refill(1024, count, 60_000);
      for (let row = 0; row < count; row += 1) rows.data[row] = random() < 0.02 ? NO_VALUE : (random() - 0.5) * 800;
    };
    fill();
    const series: SeriesDraw = { kind: 'line', rows, from: 0, to: 0, up: { baseY: 500, pxPerValue: 1, clipTop: 0, clipBottom: 1000 }, colorUp: 0xff000000, colorDown: 0, thicknessPx: 1, pointsPerRow: 1, zero: 0 };
    const across: AcrossTransform = { originPx: -900, fractionPx: 0.25, stepPx: 6.4, bodyPx: 5, wickPx: 3 };
    const craft = { pathOf: keptPath } as Partial<Craft> as Craft;
    let naive = 0;
    let kept = 0;
    for (let step = 0; step < 1500; step += 1) {
      const luck = random();
      rows.patchedFrom = Infinity;
      if (luck < 0.6) across.originPx += Math.round((random() - 0.5) * 60);
      if (luck < 0.5) series.up.pxPerValue *= Math.exp((random() - 0.5) * 0.2);
      if (luck < 0.5) series.up.baseY += (random() - 0.5) * 300;
      if (luck > 0.97) series.up.pxPerValue = (random() < 0.3 ? -1 : 1) * 0.5;
      if (luck > 0.6 && luck < 0.65) across.stepPx = 4 + random() * 8;
      if (luck > 0.65 && luck < 0.75) {
        rows.data[count - 1] = random() * 100;
        rows.patch(count - 1, count);
      }
      if (luck > 0.75 && luck < 0.78) fill();
      across.originPx = Math.min(0, Math.max(-Math.round(count * across.stepPx) + widthPx, across.originPx));
      series.from = Math.max(0, Math.floor((-across.originPx - across.stepPx) / across.stepPx));
      series.to = Math.min(count, Math.ceil((widthPx - across.originPx + across.stepPx) / across.stepPx) + 1);
      traced = 0;
      const wanted = painted(series, across, widthPx, null);
      naive += traced;
      traced = 0;
      const drawn = painted(series, across, widthPx, craft);
      kept += traced;
      // A kept path begins further out: its first point in sight need not be a beginning.
      expect(drawn.length, `step ${step}`).toBe(wanted.length);
      const off = wanted.reduce((most, [move, x, y], at) => (at > 0 && drawn[at]![0] !== move ? Infinity : Math.max(most, Math.abs(drawn[at]![1] - x), Math.abs(drawn[at]![2] - y))), 0);
      expect(off, `step ${step}`).toBeLessThanOrEqual(MOST_OFF_PX);
    }
    expect(kept, 'points traced').toBeLessThan(naive * 0.6);
  });
});
