// Cancelling: asking the exchange, and taking its word for what became of the orders.
import type { SpotOrder } from '../../../contract/order.ts';
import { call } from '../../api/call.ts';
import { refreshAssets } from '../../state/balances.ts';
import { applyOrder } from '../../state/orders.ts';

/** Cancels one order, or all of mine. Throws CallError; what was cancelled before that is heard through the feed. */
export async function cancelOrders(which: SpotOrder | 'all'): Promise<void> {
  const { list } = await call('/coin/order/close', which === 'all' ? { all: true } : { id: which.id });
  for (const order of list) applyOrder(order);
  void refreshAssets();
}
