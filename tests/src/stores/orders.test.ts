// @vitest-environment happy-dom
// My open orders: an answer and the feed race, and the later word stands.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { provideCallContext } from '../../../src/api/call-context.ts';
import {
  applyOrder,
  clearOrders,
  onOrdersEvent,
  isOpen,
  loadOrders,
  openOrders,
  orderChanges,
  ordersState,
} from '../../../src/stores/account/spot-orders.ts';
import { mergeOrder } from '../../../src/stores/account/open-orders.ts';
import { stored } from '../../../src/stores/device/storage.ts';

function madeOrder(given: Partial<SpotOrder> = {}): SpotOrder {
  return {
    id: 1,
    orderNo: '1',
    clientNo: 'a',
    coinInfoId: 2,
    symbol: 'BTC',
    side: 'buy',
    orderType: 'limit',
    price: '50000.00',
    amount: '0.01000',
    total: '500',
    dealAmount: '0',
    dealTotal: '0',
    avgPrice: '0',
    fee: '0',
    feeCoinId: 2,
    status: 1,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}

let answer: (list: SpotOrder[]) => void = () => undefined;
let refuse: (reason: Error) => void = () => undefined;

beforeEach(() => {
  provideCallContext({
    base: 'http://test',
    token: () => 'tok',
    language: () => 'en-US',
    sessionEnded: () => undefined,
    toast: () => undefined,
  });
  stored('fxproUserToken').value = 'tok';
  clearOrders();
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve, reject) => {
        refuse = reject;
        answer = (list) =>
          resolve(
            new Response(
              JSON.stringify({
                code: 0,
                msg: 'OK',
                data: { list, page: 1, pageSize: 100, total: list.length, hasMore: false },
              }),
            ),
          );
      }),
  );
});

describe('mergeOrder', () => {
  const known = new Map([[1, madeOrder({ updateTime: 200, status: 2 })]]);
  it('keeps the later of two pictures', () => {
    expect(mergeOrder(known, madeOrder({ updateTime: 150 }), isOpen)).toBe(known);
    expect(mergeOrder(known, madeOrder({ updateTime: 200, status: 3 }), isOpen).get(1)?.status).toBe(3);
  });
  it('never reopens an order that is over', () => {
    const over = new Map([[1, madeOrder({ status: 4 })]]);
    expect(mergeOrder(over, madeOrder({ updateTime: 999, status: 1 }), isOpen)).toBe(over);
  });
});

describe('open orders', () => {
  it('are the answer, newest first, without those that are over', async () => {
    const loading = loadOrders();
    expect(ordersState.peek()).toBe('loading');
    answer([madeOrder(), madeOrder({ id: 2, createTime: 300 }), madeOrder({ id: 3, status: 4 })]);
    await loading;
    expect(ordersState.peek()).toBe('ready');
    expect(openOrders.peek().map(({ id }) => id)).toEqual([2, 1]);
  });

  it('keep what the feed said while the answer was under way', async () => {
    const loading = loadOrders();
    applyOrder(madeOrder({ id: 1, status: 3, updateTime: 500 }));
    applyOrder(madeOrder({ id: 9, createTime: 900, updateTime: 900 }));
    answer([madeOrder({ id: 1, status: 1, updateTime: 100 }), madeOrder({ id: 2 })]);
    await loading;
    expect(openOrders.peek().map(({ id }) => id)).toEqual([9, 2]);
  });

  it('forget what the exchange no longer lists after private state was lost sight of', async () => {
    applyOrder(madeOrder({ id: 5 }));
    onOrdersEvent({ kind: 'accountInvalidated' });
    answer([]);
    await vi.waitFor(() => expect(ordersState.peek()).toBe('ready'));
    expect(openOrders.peek()).toEqual([]);
  });

  it('stay as they are when the answer fails', async () => {
    applyOrder(madeOrder({ id: 5 }));
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const loading = loadOrders();
    refuse(new TypeError('no network'));
    await loading;
    expect(ordersState.peek()).toBe('failed');
    expect(openOrders.peek()).toHaveLength(1);
    expect(warned).toHaveBeenCalled();
  });

  it('end with the session, also when an answer is still under way', async () => {
    const loading = loadOrders();
    onOrdersEvent({ kind: 'sessionEnded' });
    answer([madeOrder()]);
    await loading;
    expect([openOrders.peek().length, ordersState.peek()]).toEqual([0, 'unknown']);
  });

  it('count what happened to them', () => {
    const before = orderChanges.peek();
    onOrdersEvent({ kind: 'order', order: madeOrder() });
    onOrdersEvent({ kind: 'order', order: madeOrder({ updateTime: 1 }) });
    expect(orderChanges.peek()).toBe(before + 1);
  });
});
