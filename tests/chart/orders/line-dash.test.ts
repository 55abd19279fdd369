// Which lines of orders are dashed: what waits for its price, or for an answer.
import { expect, test } from 'vitest';
import type { TradeLine } from '../../../chart/api.ts';
import { OrderOverlay } from '../../../chart/orders/order-overlay.ts';
import { ShapeList } from '../../../chart/render/draw-list.ts';
import { makeChartFixture } from '../chart-fixture.ts';

test('the line of an order in the book is solid; one that waits for its price, or for an answer, is dashed', () => {
  const chart = makeChartFixture();
  const { view, list } = chart.composer;
  const overlay = new OrderOverlay(view, list, chart.mark, chart.emit);
  chart.composer.overlays.push(overlay);
  const price = chart.columns.close[499]!;
  /** Px of the dashes of all segments; 0: solid. */
  const dashes = (more: Partial<TradeLine>): number[] => {
    const line = { id: 'a', kind: 'order', side: 'buy', price, label: 'Buy', movable: true, pending: false } as const;
    overlay.setLines([{ ...line, ...more }]);
    chart.frame();
    const { segments, segmentCount } = list.shapes;
    return Array.from({ length: segmentCount }, (_, at) => segments[at * ShapeList.SEGMENT + 5]!);
  };
  expect(dashes({})).toEqual([0]);
  expect(dashes({ kind: 'stop' })[0]).toBeGreaterThan(0);
  expect(dashes({ kind: 'alert' })).toEqual(dashes({ kind: 'stop' }));
  expect(dashes({ pending: true })[0]).toBeGreaterThan(0);
});
