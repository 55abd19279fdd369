// @vitest-environment happy-dom
// A cancel without a response keeps its idempotency key only while it covers the same orders.
import { beforeEach, expect, it, vi } from 'vitest';
import { setCallContext } from '../../../src/api/call-context.ts';
import { cancelOrders } from '../../../src/stores/account/cancel-orders.ts';
import { applyOrder, clearOrders } from '../../../src/stores/account/spot-orders.ts';
import { madeOrder } from './made-order.ts';

let keys: (string | null)[] = [];

beforeEach(() => {
  keys = [];
  clearOrders();
  setCallContext({
    base: 'http://test',
    token: () => 'tok',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    if (url.endsWith('/coin/order/close')) keys.push(new URLSearchParams(body).get('clientNo'));
    return Promise.reject(new TypeError('network'));
  });
});

const lost = async (which: Parameters<typeof cancelOrders>[0]): Promise<void> => {
  await expect(cancelOrders(which)).rejects.toThrow();
};

it('keeps the key of a lost cancel of one order', async () => {
  await lost(madeOrder({ id: 5 }));
  await lost(madeOrder({ id: 5 }));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it('keeps the key of a lost cancel of all while the same orders are open', async () => {
  applyOrder(madeOrder({ id: 5 }));
  await lost('all');
  await lost('all');
  expect(keys[1]).toBe(keys[0]);
});

it('uses a new key for a cancel of all once another order is open', async () => {
  applyOrder(madeOrder({ id: 5 }));
  await lost('all');
  applyOrder(madeOrder({ id: 6 }));
  await lost('all');
  expect(keys[1]).not.toBe(keys[0]);
});

it('does not share a key between one order and all', async () => {
  applyOrder(madeOrder({ id: 5 }));
  await lost('all');
  await lost(madeOrder({ id: 5 }));
  expect(keys[1]).not.toBe(keys[0]);
});
