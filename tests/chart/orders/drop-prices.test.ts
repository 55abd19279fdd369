// A dropped line has the price that was seen last, and nothing is confirmed at prices that are stale.
import { expect, test } from 'vitest';
import type { TradeLine } from '../../../chart/api.ts';
import { OrderOverlay } from '../../../chart/orders/order-overlay.ts';
import { DAMAGE } from '../../../chart/scene/damage.ts';
import { makeChartFixture, point } from '../chart-fixture.ts';

function chartWithLine(more: Partial<TradeLine> = {}) {
  const chart = makeChartFixture();
  const { view, list, overlays } = chart.composer;
  const overlay = new OrderOverlay(view, list, chart.mark, chart.emit);
  overlays.push(overlay);
  const price = Math.round(chart.columns.close[499]! * 99.8) / 100;
  const show = (): void => {
    overlay.setLines([
      { id: 'a', kind: 'order', side: 'buy', price, label: 'Buy', movable: true, pending: false, ...more },
    ]);
    chart.frame();
  };
  show();
  const yOf = (at: number): number => view.panes[0]!.scale.yOf(at);
  let timeMs = 0;
  const at = (yPx: number) => ({ ...point(view.plotRightPx + 40, yPx), timeMs: (timeMs += 300) });
  /** Drags the line to a height; returns the price that is seen there. */
  const drag = (yPx: number): number => {
    overlay.hold(at(yOf(price)));
    overlay.move(at(yPx));
    chart.frame();
    return chart.events.findLast((event) => event.kind === 'lineDrag')!.price;
  };
  return { chart, view, overlay, price, show, yOf, at, drag };
}

test('while a line is dragged the range of the prices stays, and follows them after the drop', () => {
  const { chart, view, overlay, price, yOf, at, drag } = chartWithLine();
  const y = yOf(price) + 60;
  const seen = drag(y);
  const high = chart.columns.high[499]! * 1.1;
  chart.columns.high[499] = high;
  view.data.setColumns(chart.columns, 'tail', 499, view.time);
  chart.frame(DAMAGE.tick);
  expect(Math.abs(yOf(seen) - y)).toBeLessThan(2);
  overlay.drop(at(y));
  expect(chart.events.at(-1)).toEqual({ kind: 'lineDrop', id: 'a', price: seen });
  expect(chart.damage).toBeGreaterThanOrEqual(DAMAGE.scale);
  chart.frame();
  expect(yOf(high)).toBeGreaterThanOrEqual(view.panes[0]!.topPx);
});

test('a range that the wheel turns under a resting pointer changes no price', () => {
  const { chart, view, overlay, price, yOf, at, drag } = chartWithLine();
  view.style = { ...view.style, autoScale: false };
  const y = yOf(price) + 60;
  const seen = drag(y);
  view.panes[0]!.scale.stretch(2, view.panes[0]!.topPx);
  chart.frame();
  overlay.drop(at(y));
  expect(chart.events.at(-1)).toEqual({ kind: 'lineDrop', id: 'a', price: seen });
});

test('the range follows the prices again after a drag that was cancelled, or whose line is gone', () => {
  const { view, overlay, price, show, yOf, drag } = chartWithLine();
  drag(yOf(price) + 60);
  expect(view.holdsPrices).toBe(true);
  overlay.cancel();
  expect(view.holdsPrices).toBe(false);
  show();
  drag(yOf(price) + 60);
  overlay.setLines([]);
  expect(view.holdsPrices).toBe(false);
});

test('Enter confirms nothing while the feed is stale', () => {
  const { chart, view, overlay } = chartWithLine({ ask: 'Confirm' });
  view.stale = true;
  expect(overlay.key('Enter')).toBe(true);
  expect(chart.events).toEqual([]);
  expect(overlay.key('Escape')).toBe(true);
  expect(chart.events).toEqual([{ kind: 'lineAnswer', id: 'a', yes: false }]);
});

test('a tap that follows its answer at once does not answer what is asked next', () => {
  const { chart, view, overlay, price } = chartWithLine({ ask: 'Confirm' });
  const ask = (text: string): void => {
    overlay.setLines([
      { id: 'a', kind: 'order', side: 'buy', price, label: 'Buy', movable: true, pending: false, ask: text },
    ]);
    chart.frame();
  };
  const tap = (timeMs: number): unknown => {
    overlay.tap({ ...point(view.plotRightPx - 100 * view.ratio, view.panes[0]!.scale.yOf(price)), timeMs });
    return chart.events.filter(({ kind }) => kind === 'lineAnswer').length;
  };
  expect(tap(1_000)).toBe(1);
  // The price has moved meanwhile: the order would execute at once.
  ask('Executes at once');
  expect(tap(1_200)).toBe(1);
  expect(tap(1_500)).toBe(2);
});
