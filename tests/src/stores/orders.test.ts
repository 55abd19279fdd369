// @vitest-environment happy-dom
// Open orders: responses and feed events race, and the newer one wins.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { setCallContext } from '../../../src/api/call-context.ts';
import {
  applyOrder,
  clearOrders,
  handleOrdersEvent,
  isOpen,
  loadOrders,
  openOrders,
  orderChanges,
  ordersState,
} from '../../../src/stores/account/spot-orders.ts';
import { mergeOrder } from '../../../src/stores/account/open-orders.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { madeOrder } from './made-order.ts';

let answer: (list: SpotOrder[]) => void = () => undefined;
let refuse: (reason: Error) => void = () => undefined;

beforeEach(() => {
  setCallContext({
    base: 'http://test',
    token: () => 'tok',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
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
  it('keeps the newer version', () => {
    expect(mergeOrder(known, madeOrder({ updateTime: 150 }), isOpen)).toBe(known);
    expect(mergeOrder(known, madeOrder({ updateTime: 200, status: 3 }), isOpen).get(1)?.status).toBe(3);
  });
  it('never reopens a closed order', () => {
    const over = new Map([[1, madeOrder({ status: 4 })]]);
    expect(mergeOrder(over, madeOrder({ updateTime: 999, status: 1 }), isOpen)).toBe(over);
  });
});

describe('open orders', () => {
  it('do not lose a fill that was reported before the answer to the order, of the same millisecond', () => {
    handleOrdersEvent({ kind: 'order', order: madeOrder({ updateTime: 200, status: 2, dealAmount: '0.5' }) });
    applyOrder(madeOrder({ updateTime: 200, status: 1, dealAmount: '0' }));
    expect(openOrders.peek()[0]).toMatchObject({ status: 2, dealAmount: '0.5' });
    // Two fills of one millisecond are reported in their order; a cancel's answer ends the order.
    handleOrdersEvent({ kind: 'order', order: madeOrder({ updateTime: 200, status: 2, dealAmount: '0.7' }) });
    expect(openOrders.peek()[0]?.dealAmount).toBe('0.7');
    applyOrder(madeOrder({ updateTime: 200, status: 4 }));
    expect(openOrders.peek()).toEqual([]);
  });

  it('are the response, newest first, without closed ones', async () => {
    const loading = loadOrders();
    expect(ordersState.peek()).toBe('loading');
    answer([madeOrder(), madeOrder({ id: 2, createTime: 300 }), madeOrder({ id: 3, status: 4 })]);
    await loading;
    expect(ordersState.peek()).toBe('ready');
    expect(openOrders.peek().map(({ id }) => id)).toEqual([2, 1]);
  });

  it('are all of them, where there are more than a response has', async () => {
    // Three a millisecond, 100 a response.
    const all = Array.from({ length: 250 }, (_, at) =>
      madeOrder({ id: 250 - at, createTime: 1000 - Math.floor(at / 3) }),
    );
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const endTime = Number(new URLSearchParams(body).get('endTime') ?? Infinity);
      const rest = all.filter(({ createTime }) => createTime <= endTime);
      const data = { list: rest.slice(0, 100), page: 1, pageSize: 100, total: rest.length, hasMore: rest.length > 100 };
      return Response.json({ code: 0, msg: 'OK', data });
    });
    await loadOrders();
    expect(openOrders.peek().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('keep feed updates that arrive during the request', async () => {
    const loading = loadOrders();
    applyOrder(madeOrder({ id: 1, status: 3, updateTime: 500 }));
    applyOrder(madeOrder({ id: 9, createTime: 900, updateTime: 900 }));
    answer([madeOrder({ id: 1, status: 1, updateTime: 100 }), madeOrder({ id: 2 })]);
    await loading;
    expect(openOrders.peek().map(({ id }) => id)).toEqual([9, 2]);
  });

  it('drop orders that the exchange no longer lists after an invalidation', async () => {
    applyOrder(madeOrder({ id: 5 }));
    handleOrdersEvent({ kind: 'accountInvalidated' });
    answer([]);
    await expect.poll(() => ordersState.peek()).toBe('ready');
    expect(openOrders.peek()).toEqual([]);
  });

  it('stay as they are when the request fails', async () => {
    applyOrder(madeOrder({ id: 5 }));
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const loading = loadOrders();
    refuse(new TypeError('no network'));
    await loading;
    expect(ordersState.peek()).toBe('failed');
    expect(openOrders.peek()).toHaveLength(1);
    expect(warned).toHaveBeenCalled();
  });

  it('are cleared with the session, also during a request', async () => {
    const loading = loadOrders();
    handleOrdersEvent({ kind: 'sessionEnded', token: 'old' });
    answer([madeOrder()]);
    await loading;
    expect([openOrders.peek().length, ordersState.peek()]).toEqual([0, 'unknown']);
  });

  it('count their changes', () => {
    const before = orderChanges.peek();
    handleOrdersEvent({ kind: 'order', order: madeOrder() });
    handleOrdersEvent({ kind: 'order', order: madeOrder({ updateTime: 1 }) });
    expect(orderChanges.peek()).toBe(before + 1);
  });
});
