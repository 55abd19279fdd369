// @vitest-environment happy-dom
// A stop that is reached: one notice on any page, with what became of its order (M17).
import { beforeAll, describe, expect, it } from 'vitest';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { ReachedStops, noticeStop } from '../../../src/stores/account/stop-notices.ts';
import { toastLine } from '../../../src/stores/ui/toast.ts';
import { madeOrder } from './made-order.ts';

const stop = (given: Partial<SpotOrder> = {}): SpotOrder =>
  madeOrder({ id: 5, orderType: 'stop_market', status: 4, reason: 'triggered', updateTime: 900, ...given });
const placed = (given: Partial<SpotOrder> = {}): SpotOrder =>
  madeOrder({ id: 6, orderType: 'market', status: 3, createTime: 900, updateTime: 900, ...given });

describe('the order that took the place of a stop', () => {
  it('is found once, also where its events come again', () => {
    const stops = new ReachedStops();
    const seen = [stop(), placed(), placed({ updateTime: 901 }), stop(), placed()].map((order) =>
      stops.isPlaced(order),
    );
    expect(seen).toEqual([false, true, false, false, false]);
  });

  it('is neither of another market, side or time, nor one without a stop', () => {
    const stops = new ReachedStops();
    expect(stops.isPlaced(placed())).toBe(false);
    stops.isPlaced(stop());
    const others = [
      placed({ coinInfoId: 3 }),
      placed({ side: 'sell' }),
      placed({ createTime: 899 }),
      placed({ id: 4 }),
    ];
    expect(others.map((order) => stops.isPlaced(order))).toEqual([false, false, false, false]);
    expect(stops.isPlaced(placed({ id: 9 }))).toBe(true);
  });

  it('belongs to its own stop where several are reached at once', () => {
    const stops = new ReachedStops();
    const events = [stop(), placed(), stop({ id: 2 }), placed({ id: 7 })];
    expect(events.map((order) => stops.isPlaced(order))).toEqual([false, true, false, true]);
  });
});

describe('the notice', () => {
  beforeAll(async () => {
    await startI18n('en-US');
    await loadNamespaces(['market']);
  });

  it.each([
    [3, 'Stop order · Triggered · Buy BTC · Filled'],
    [4, 'Stop order · Triggered · Buy BTC · Cancelled'],
  ] as const)('of an order with status %d', async (status, text) => {
    await noticeStop({ kind: 'order', order: stop({ id: 10 * status }) });
    await noticeStop({ kind: 'order', order: placed({ id: 10 * status + 1, status }) });
    expect(toastLine.peek()?.text).toBe(text);
  });
});
