// The user's open spot orders.
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { read } from '../../api/read.ts';
import { OpenOrders } from './open-orders.ts';

/** Orders per request; a user may have 200 open in each market (M14). */
const PAGE_SIZE = 100;

/** Whether an order can still trade or be cancelled. */
export function isOpen(order: SpotOrder): boolean {
  return (
    order.status === SPOT_STATUS.pending || order.status === SPOT_STATUS.onBook || order.status === SPOT_STATUS.partial
  );
}

const orders = new OpenOrders<SpotOrder>('open orders', isOpen, async () => {
  const list: SpotOrder[] = [];
  // By time and not by page: one that ends meanwhile would move another out of every page.
  for (let endTime: number | undefined; ;) {
    const page = await read('/coin/order/list', {
      state: 'current',
      pageSize: PAGE_SIZE,
      ...(endTime && { endTime }),
    });
    list.push(...page.list);
    const oldest = page.list.at(-1)?.createTime;
    if (!page.hasMore || oldest === endTime) return list;
    endTime = oldest;
  }
});

export const openOrders = orders.open;
export const ordersState = orders.state;
export const orderChanges = orders.changes;
/** Applies an order of a response. */
export const applyOrder = (order: SpotOrder): void => orders.apply(order);
export const loadOrders = (): Promise<void> => orders.load();
export const clearOrders = (): void => orders.clear();

/** Applies an event. */
export function handleOrdersEvent(event: ThreadEvent): void {
  if (event.kind === 'order') orders.apply(event.order, 0);
  else if (event.kind === 'accountInvalidated') void orders.load();
  else if (event.kind === 'sessionEnded') orders.clear();
}
