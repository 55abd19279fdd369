// Lines that a pointer meets between a change of them and its frame.
import { expect, test } from 'vitest';
import type { TradeLine } from '../../../chart/api.ts';
import { OrderOverlay } from '../../../chart/orders/order-overlay.ts';
import { makeChartFixture, point } from '../chart-fixture.ts';

const line = (id: string, price: number, label = `Buy ${id}`): TradeLine => ({
  id,
  kind: 'order',
  side: 'buy',
  price,
  label,
  movable: true,
  pending: false,
});

test('until the next frame a pointer meets the lines that are seen', () => {
  const chart = makeChartFixture();
  const { view } = chart.composer;
  const overlay = new OrderOverlay(view, chart.composer.list, chart.mark, chart.emit);
  chart.composer.overlays.push(overlay);
  const price = chart.columns.close[499]!;
  overlay.setLines([line('gone', price), line('stays', price * 1.0005)]);
  chart.frame();
  const at = point(view.plotRightPx - 60, view.panes[0]!.scale.yOf(price));
  // Its order was filled; the other has a new label.
  overlay.setLines([line('stays', price * 1.0005, 'Buy more')]);
  expect(overlay.cursor(at)).not.toBe(null);
  expect(overlay.tap(at)).toBe(true);
  expect(chart.events).toEqual([{ kind: 'lineTap', id: 'gone' }]);
  chart.events.length = 0;
  overlay.setLines([]);
  expect(overlay.tap(at)).toBe(true);
  chart.frame();
  expect(overlay.tap(at)).toBe(false);
});
