// Dragging order lines: a swipe on a label belongs to the chart or the page, unless a finger holds the handle.
import { describe, expect, test } from 'vitest';
import type { ChartEvent, TradeLine } from '../../../chart/api.ts';
import { HOLD_MS } from '../../../chart/input/gestures.ts';
import { randomGestures } from './random-gestures.ts';
import { Fingers, line } from './fingers.ts';

const one =
  (more: Partial<TradeLine> = {}) =>
  (last: number): TradeLine[] => [line('a', Math.round(last * 99.7) / 100, more)];
const priceOf = (fingers: Fingers): number => Math.round(fingers.chart.columns.close[499]! * 99.7) / 100;

describe('an own line', () => {
  test('a swipe over its label scrolls, wherever it begins', () => {
    const fingers = new Fingers(one());
    const y = fingers.yOf(priceOf(fingers));
    for (let x = 4; x < fingers.width; x += 6) {
      fingers.down(x, y);
      fingers.swipe([x, y], [x + 3, y - 120]);
      fingers.up(x + 3, y - 120);
      fingers.wait(800);
    }
    expect(fingers.chart.events.filter(({ kind }) => kind.startsWith('line'))).toEqual([]);
  });

  test('is dragged by its handles after a hold, on the axis and at the end of its label', () => {
    for (const inset of [30, -8]) {
      const fingers = new Fingers(one());
      const [x, y] = [fingers.axis + inset, fingers.yOf(priceOf(fingers))];
      fingers.down(x, y);
      expect(fingers.gestures.steering).toBe(inset > 0);
      fingers.wait(HOLD_MS + 5);
      expect(fingers.gestures.steering).toBe(true);
      fingers.swipe([x, y], [x, y + 60]);
      fingers.up(x, y + 60);
      expect(fingers.sent()).toMatchObject([{ kind: 'lineDrop', id: 'a' }]);
    }
  });

  test('a handle on the plot is no larger than its strokes', () => {
    const fingers = new Fingers(one());
    const y = fingers.yOf(priceOf(fingers));
    for (const [dx, dy] of [
      [-40, 0],
      [-26, 0],
      [-8, 14],
      [-8, -14],
      [-200, 0],
    ] as const) {
      fingers.down(fingers.axis + dx, y + dy);
      fingers.wait(HOLD_MS + 5);
      fingers.swipe([fingers.axis + dx, y + dy], [fingers.axis + dx, y + dy + 60]);
      fingers.up(fingers.axis + dx, y + dy + 60);
      fingers.wait(1000);
    }
    expect(fingers.sent()).toEqual([]);
  });

  test('a hold that moves horizontally releases the line and pans', () => {
    const fingers = new Fingers(one());
    const [x, y] = [fingers.axis - 8, fingers.yOf(priceOf(fingers))];
    const before = fingers.chart.composer.view.time.right;
    fingers.down(x, y);
    fingers.wait(HOLD_MS + 5);
    fingers.swipe([x, y], [x - 140, y + 70]);
    fingers.up(x - 140, y + 70);
    expect(fingers.sent()).toEqual([]);
    expect(fingers.chart.composer.view.time.right).not.toBe(before);
  });

  test('a hold without a move, or a drag back to the start, asks nothing', () => {
    const fingers = new Fingers(one());
    const [x, y] = [fingers.axis + 30, fingers.yOf(priceOf(fingers))];
    fingers.down(x, y);
    fingers.wait(HOLD_MS + 5);
    fingers.swipe([x, y], [x, y + 50]);
    fingers.swipe([x, y + 50], [x, y]);
    fingers.up(x, y);
    expect(fingers.sent()).toEqual([]);
  });

  test('late move events do not turn a swipe into a hold', () => {
    const fingers = new Fingers(one());
    const [x, y] = [fingers.axis + 30, fingers.yOf(priceOf(fingers))];
    fingers.down(x, y);
    // The page was busy: the hold timer fires before the moves of its first 100 ms arrive.
    const began = fingers.nowMs;
    fingers.wait(HOLD_MS + 5);
    fingers.nowMs = began + 20;
    fingers.swipe([x, y], [x, y - 90]);
    fingers.up(x, y - 90);
    expect(fingers.sent()).toEqual([]);
  });

  const ENDS: Record<string, (fingers: Fingers, x: number, y: number) => void> = {
    'a second finger': (fingers) =>
      fingers.gestures.down({ id: 2, xPx: 80, yPx: 90, timeMs: fingers.nowMs, touch: true }),
    'the browser, another tab or window': (fingers) => fingers.gestures.cancel(1),
    Escape: (fingers) => fingers.interactions.key('Escape', false),
    'a book that is old': (fingers) => fingers.interactions.orders.cancel(),
    'an order that is filled or cancelled': (fingers) => fingers.interactions.orders.setLines([]),
    'an order that may no longer move': (fingers) =>
      fingers.interactions.orders.setLines([line('a', 1, { movable: false })]),
  };
  test.each(Object.keys(ENDS))('%s ends a drag and sends nothing', (name) => {
    const fingers = new Fingers(one());
    const [x, y] = [fingers.axis + 30, fingers.yOf(priceOf(fingers))];
    fingers.down(x, y);
    fingers.wait(HOLD_MS + 5);
    fingers.swipe([x, y], [x, y + 40]);
    ENDS[name]!(fingers, x, y);
    fingers.chart.frame();
    fingers.swipe([x, y + 40], [x, y + 80]);
    fingers.up(x, y + 80);
    expect(fingers.sent()).toEqual([]);
  });

  test('while the data is stale no handle can be dragged and nothing confirmed', () => {
    const fingers = new Fingers(one({ ask: 'Confirm' }));
    fingers.chart.composer.view.stale = true;
    const [x, y] = [fingers.axis + 30, fingers.yOf(priceOf(fingers))];
    fingers.down(x, y);
    fingers.wait(HOLD_MS + 5);
    fingers.swipe([x, y], [x, y + 60]);
    fingers.up(x, y + 60);
    fingers.wait(1000);
    fingers.down(fingers.axis - 80, y);
    fingers.up(fingers.axis - 80, y);
    expect(fingers.sent()).toEqual([]);
  });

  test('a mouse drags it by the handle without a hold, and not by its label or the line', () => {
    for (const [dx, sends] of [
      [30, 1],
      [-8, 1],
      [-60, 0],
      [-250, 0],
    ] as const) {
      const fingers = new Fingers(one());
      const [x, y] = [fingers.axis + dx, fingers.yOf(priceOf(fingers))];
      fingers.down(x, y, false);
      fingers.swipe([x, y], [x, y + 60], 8, 12, false);
      fingers.up(x, y + 60, false);
      expect(fingers.sent()).toHaveLength(sends);
    }
  });
});

describe('a label that asks for confirmation', () => {
  function asking(): { fingers: Fingers; y: number } {
    const fingers = new Fingers(one({ ask: 'Confirm' }));
    return { fingers, y: fingers.yOf(priceOf(fingers)) };
  }
  const tap = (fingers: Fingers, x: number, y: number): void => {
    fingers.down(x, y);
    fingers.wait(40);
    fingers.up(x, y);
  };

  test('accepts yes and no by a tap, and ignores a tap beside them', () => {
    for (const [dx, answers] of [
      [-40, [false]],
      [-90, [true]],
      [-200, []],
      [20, []],
    ] as const) {
      const { fingers, y } = asking();
      tap(fingers, fingers.axis + dx, y);
      expect(fingers.sent().map((event) => event.kind === 'lineAnswer' && event.yes)).toEqual(answers);
      expect(fingers.chart.events.filter(({ kind }) => kind === 'lineTap')).toEqual([]);
    }
  });

  test('a swipe over yes confirms nothing', () => {
    const { fingers, y } = asking();
    fingers.down(fingers.axis - 90, y);
    fingers.swipe([fingers.axis - 90, y], [fingers.axis - 90, y - 80]);
    fingers.up(fingers.axis - 90, y - 80);
    expect(fingers.sent()).toEqual([]);
  });

  test('a finger that bounces after the drop confirms nothing', () => {
    const fingers = new Fingers(one());
    const price = priceOf(fingers);
    const [x, y] = [fingers.axis - 8, fingers.yOf(price)];
    fingers.down(x, y);
    fingers.wait(HOLD_MS + 5);
    fingers.swipe([x, y], [x, y + 40]);
    fingers.up(x, y + 40);
    const dropped = fingers.sent()[0] as Extract<ChartEvent, { kind: 'lineDrop' }>;
    fingers.interactions.orders.setLines([line('a', dropped.price, { ask: 'Confirm' })]);
    fingers.chart.frame();
    fingers.wait(120);
    tap(fingers, fingers.axis - 90, y + 40);
    expect(fingers.sent()).toHaveLength(1);
    fingers.wait(500);
    tap(fingers, fingers.axis - 90, y + 40);
    expect(fingers.sent().at(-1)).toMatchObject({ kind: 'lineAnswer', yes: true });
  });

  test('Enter and Escape answer by keyboard', () => {
    const { fingers } = asking();
    fingers.interactions.key('Enter', false);
    fingers.interactions.key('Escape', false);
    expect(fingers.sent()).toEqual([
      { kind: 'lineAnswer', id: 'a', yes: true },
      { kind: 'lineAnswer', id: 'a', yes: false },
    ]);
  });
});

/** Height of the chart above an order form, in CSS px. */
const SMALL_PX = 160;

test('on a small chart a swipe over a line scrolls, on its tag and on the price axis too', () => {
  const fingers = new Fingers(one(), SMALL_PX);
  const y = fingers.yOf(priceOf(fingers));
  for (const x of [40, fingers.axis - 60, fingers.axis - 8, fingers.axis + 30])
    for (const dy of [-90, 90]) {
      fingers.down(x, y);
      expect(fingers.gestures.steering, `at ${x}`).toBe(false);
      fingers.swipe([x, y], [x + 2, y + dy]);
      fingers.gestures.cancel(1);
      fingers.wait(800);
    }
  expect(fingers.chart.events).toEqual([]);
});

test.each([undefined, SMALL_PX])(
  'ten thousand random gestures change nothing, height %s',
  (heightPx) => {
    const { onLabel, counts } = randomGestures(38, 10_000, heightPx);
    expect(onLabel).toBeGreaterThan(5_000);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(700);
  },
  60_000,
);
