// Points of many series in one buffer: a copy that applies only the reported changes equals a fresh one.
import { expect, test } from 'vitest';
import { NO_VALUE, type SeriesDraw } from '../../../chart/render/draw-list.ts';
import { PlotPoints } from '../../../chart/render/webgl/plot-points.ts';
import { SeriesRows } from '../../../chart/scene/columns/data-window.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const KINDS = ['bars', 'line', 'dots', 'area'] as const;

function seriesOf(kind: (typeof KINDS)[number]): SeriesDraw {
  const up = { baseY: 0, pxPerValue: 1, clipTop: 0, clipBottom: 1 };
  return {
    kind,
    rows: new SeriesRows(kind === 'line' || kind === 'area' ? 1 : 2),
    up,
    from: 0,
    to: 0,
    colorUp: 0,
    colorDown: 0,
    thicknessPx: 1,
    pointsPerRow: 1,
    zero: 0,
  };
}

/** [value, look] of every slot, read plainly; of an empty slot the value alone counts. */
function plainSlots(series: readonly SeriesDraw[], slots: number): [number, number | null][] {
  return series.flatMap(({ rows: { data, stride, count }, pointsPerRow }) =>
    Array.from({ length: slots }, (_, at): [number, number | null] => {
      if (at >= count * pointsPerRow) return [Math.fround(NO_VALUE), null];
      return [data[at * stride]!, stride > 1 ? data[at * stride + 1]! : 0];
    }),
  );
}

test.each([1, 2, 3])('refills, ticks and new rows reach a copy by the reported changes alone (seed %i)', (seed) => {
  const random = seeded(seed);
  const between = (from: number, to: number): number => from + Math.floor(random() * (to - from));
  const series = Array.from({ length: 9 }, (_, at) => seriesOf(KINDS[at % KINDS.length]!));
  const points = new PlotPoints(series);
  let copy = new Float32Array();
  let capacity = 64;
  let count = 0;
  const fill = ({ rows: { data } }: SeriesDraw, from: number): void => {
    for (let at = from; at < data.length - 1; at += 1) data[at] = random() < 0.1 ? NO_VALUE : random();
  };
  for (let step = 0; step < 800; step += 1) {
    if (step === 0 || random() < 0.1) {
      capacity = [64, 128, 256][between(0, 3)]!;
      count = between(0, capacity + 1);
      const perRow = between(1, 3);
      for (const each of series) {
        each.pointsPerRow = each.kind === 'bars' ? 1 : perRow;
        each.rows.refill(capacity * perRow, count, 0);
        fill(each, 0);
      }
    } else if (random() < 0.8) {
      const from = Math.max(0, count - between(1, 4));
      count = Math.min(capacity, count + between(0, 2));
      for (const each of series) {
        fill(each, from * each.rows.stride * each.pointsPerRow);
        each.rows.patch(from, count);
      }
    }
    points.sync();
    for (const each of series) each.rows.patchedFrom = Infinity;
    if (copy.length !== points.floats.length) copy = points.floats.slice();
    else
      copy.set(points.floats.subarray(Math.min(points.from, points.to), points.to), Math.min(points.from, points.to));
    const wanted = plainSlots(series, points.slots);
    wanted.forEach(([value, look], slot) => {
      const at = slot * PlotPoints.SLOT;
      if (copy[at] !== value || (look !== null && copy[at + 1] !== look))
        expect([copy[at], copy[at + 1]], `seed ${seed} step ${step} slot ${slot}`).toEqual([value, look]);
    });
    // Where lines end, and one past the last.
    expect(copy.at(-PlotPoints.SLOT), `seed ${seed} step ${step}`).toBe(Math.fround(NO_VALUE));
    expect(points.slots, `seed ${seed} step ${step}`).toBeGreaterThan(
      Math.max(...series.map(({ rows, pointsPerRow }) => rows.count * pointsPerRow)),
    );
  }
  // Nothing changed: nothing is reported.
  points.sync();
  expect(points.from).toBeGreaterThanOrEqual(points.to);
});
