// @vitest-environment happy-dom
// The hand of the chart's benchmark: where its drags go.
import { expect, test } from 'vitest';
import { DRAG_ROUND, SyntheticHand } from '../../bench/chart/page/input-driver.ts';

test('a drag goes into the past and back, also after a zoom, which leaves the pointer at the other end', () => {
  const target = document.createElement('div');
  const xs: number[] = [];
  target.addEventListener('pointermove', ({ clientX }) => xs.push(clientX));
  const hand = new SyntheticHand(target);
  hand.zoom(0);
  hand.grab();
  const [from = 0] = xs.splice(0).slice(-1);
  for (let step = 0; step < DRAG_ROUND; step++) hand.drag();
  expect(Math.min(...xs)).toBe(from);
  expect(xs.slice(0, DRAG_ROUND / 2)).toEqual(xs.slice(0, DRAG_ROUND / 2).toSorted((one, other) => one - other));
  expect(xs.at(-1)).toBe(from);
});
