// My spot orders that still stand.
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { call } from '../../api/call.ts';
import { createOwnOrders } from './open-orders.ts';

/** Open orders fetched at once; the exchange allows fewer than that per user. */
const PAGE_SIZE = 100;

/** Whether an order can still trade or be cancelled. */
export function isOpen(order: SpotOrder): boolean {
  return (
    order.status === SPOT_STATUS.pending || order.status === SPOT_STATUS.onBook || order.status === SPOT_STATUS.partial
  );
}

const mine = createOwnOrders<SpotOrder>(
  'open orders',
  isOpen,
  async () => (await call('/coin/order/list', { state: 'current', pageSize: PAGE_SIZE })).list,
);

export const openOrders = mine.open;
export const ordersState = mine.state;
export const orderChanges = mine.changes;
export const applyOrder = mine.apply;
export const loadOrders = mine.load;
export const clearOrders = mine.forget;

/** What frames say of my orders. */
export function onOrdersEvent(event: ThreadEvent): void {
  if (event.kind === 'order') mine.apply(event.order);
  else if (event.kind === 'accountInvalidated') void mine.load();
  else if (event.kind === 'sessionEnded') mine.forget();
}
