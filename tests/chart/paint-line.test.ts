// Lines on a 2D context: they keep to their pane without a clip of their own, and those of one colour are one path while zooming.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paintLines } from '../../chart/canvas2d/paint-line.ts';
import type { Context2d } from '../../chart/backend.ts';
import type { AcrossTransform, SeriesDraw } from '../../chart/draw-list.ts';
import { NO_VALUE, SeriesRows } from '../../chart/scene/data-window.ts';

type Step = [kind: 'move' | 'line', x: number, y: number];

class RecordedPath {
  readonly steps: Step[] = [];
  moveTo(x: number, y: number): void { this.steps.push(['move', x, y]); }
  lineTo(x: number, y: number): void { this.steps.push(['line', x, y]); }
}

beforeAll(() => { vi.stubGlobal('Path2D', RecordedPath); });
afterAll(() => { vi.unstubAllGlobals(); });

const ACROSS: AcrossTransform = { originPx: 0, fractionPx: 0, stepPx: 10, bodyPx: 7, wickPx: 1 };
const TOP = 100;
const BOTTOM = 200;

function lineOf(values: readonly number[], colorUp: number): SeriesDraw {
  const rows = new SeriesRows(1);
  rows.refill(values.length, values.length, 0);
  rows.data.set(values);
  const up = { baseY: BOTTOM, pxPerValue: 1, clipTop: TOP, clipBottom: BOTTOM };
  return { kind: 'line', rows, up, colorUp, colorDown: colorUp, from: 0, to: values.length, thicknessPx: 3.75, pointsPerRow: 1, zero: 0 };
}

/** Every path that was stroked, once each. */
function paint(series: readonly SeriesDraw[], zooming: boolean): RecordedPath[] {
  const paths = new Set<RecordedPath>();
  const context = { translate: () => undefined, stroke: (path: RecordedPath) => { paths.add(path); } };
  paintLines(context as unknown as Context2d, series, 0, ACROSS, zooming);
  return [...paths];
}

/** Segments of a path that have a length. */
function segments({ steps }: RecordedPath): string[] {
  return steps.flatMap(([kind, x, y], at) => (kind === 'line' ? [`${steps[at - 1]![1]},${steps[at - 1]![2]} ${x},${y}`] : []));
}

test('what lies beyond the pane is cut off at its edge', () => {
  // At 150 px, in the middle; 50 and 250 px are above and below the pane.
  const [path] = paint([lineOf([50, 150, -50, 50, 150, 150, 50], 1)], false);
  for (const segment of segments(path!)) {
    for (const point of segment.split(' ')) expect(Number(point.split(',')[1])).toSatisfy((y: number) => y >= TOP && y <= BOTTOM);
  }
  // Between the two that are beyond lies a piece through the whole pane; the level one above the pane is not there.
  expect(segments(path!)).toEqual(['0.5,150 5.5,100', '13,100 18,200', '25.5,200 30.5,150', '30.5,150 35.5,100', '55.5,100 60.5,150']);
});

test('a row without a value ends the line', () => {
  const [path] = paint([lineOf([10, 20, NO_VALUE, 30, 40], 1)], false);
  expect(segments(path!)).toEqual(['0.5,190 10.5,180', '30.5,170 40.5,160']);
});

test('while zooming those of one colour are one path, with the same segments', () => {
  const lines = [lineOf([10, 20, 30], 1), lineOf([40, 130, 60], 1), lineOf([1, 2, 3], 2)];
  const apart = paint(lines, false);
  const together = paint(lines, true);
  expect(apart.length).toBe(3);
  expect(together.length).toBe(2);
  expect(together.flatMap(segments)).toEqual(apart.flatMap(segments));
});
