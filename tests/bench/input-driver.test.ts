// @vitest-environment happy-dom
// The hand of the chart's benchmark: where its drags go.
import { expect, test, vi } from 'vitest';
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

test('a button is down while the hand drags, and at no other time', () => {
  const target = document.createElement('div');
  const held: string[] = [];
  for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointerleave'] as const)
    target.addEventListener(kind, ({ buttons }) => held.push(`${kind} ${buttons}`));
  const hand = new SyntheticHand(target);
  hand.enter();
  hand.grab();
  hand.drag();
  hand.letGo();
  hand.zoom(0);
  expect(held).toEqual([
    'pointermove 0',
    'pointermove 0',
    'pointerdown 1',
    'pointermove 1',
    'pointerup 0',
    'pointerleave 0',
    'pointermove 0',
  ]);
});

test('the source of a mouse event is a mouse, not a touch, where browsers name one', () => {
  function Known(this: object, init: { firesTouchEvents: boolean }): void {
    Object.assign(this, init);
  }
  const inits: (MouseEventInit | undefined)[] = [];
  const Logged = class extends MouseEvent {
    constructor(type: string, init?: MouseEventInit) {
      super(type, init);
      inits.push(init);
    }
  };
  vi.stubGlobal('InputDeviceCapabilities', Known);
  vi.stubGlobal('MouseEvent', Logged);
  new SyntheticHand(document.createElement('div')).grab();
  vi.unstubAllGlobals();
  expect(inits).toHaveLength(4);
  for (const init of inits) expect(init).toMatchObject({ sourceCapabilities: { firesTouchEvents: false } });
});
