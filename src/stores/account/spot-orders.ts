// The user's open spot orders.
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { read } from '../../api/read.ts';
import { createOpenOrders } from './open-orders.ts';

/** Orders per request; the exchange allows fewer open orders per user. */
const PAGE_SIZE = 100;

/** Whether an order can still trade or be cancelled. */
export function isOpen(order: SpotOrder): boolean {
  return (
    order.status === SPOT_STATUS.pending || order.status === SPOT_STATUS.onBook || order.status === SPOT_STATUS.partial
  );
}

const orders = createOpenOrders<SpotOrder>(
  'open orders',
  isOpen,
  async () => (await read('/coin/order/list', { state: 'current', pageSize: PAGE_SIZE })).list,
);

export const openOrders = orders.open;
export const ordersState = orders.state;
export const orderChanges = orders.changes;
export const applyOrder = orders.apply;
export const loadOrders = orders.load;
export const clearOrders = orders.clear;

/** Applies an event. */
export function handleOrdersEvent(event: ThreadEvent): void {
  if (event.kind === 'order') orders.apply(event.order);
  else if (event.kind === 'accountInvalidated') void orders.load();
  else if (event.kind === 'sessionEnded') orders.clear();
}
