// Cancelling: asking the exchange, and taking its word for what became of the orders.
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { CallError, FAILURE, call } from '../../api/call.ts';
import { refreshAssets } from './balances.ts';
import { applyOrder } from './spot-orders.ts';
import { newClientNo } from '../../api/order-submission.ts';

/**
 * Names of cancels whose answer was lost: asked again under the same name, the exchange gives its first answer again.
 */
const unanswered = new Map<number | 'all', string>();

/**
 * Cancels one order, or all of mine, and gives them as they ended. Throws CallError; what was cancelled before that is
 * heard through the feed.
 */
export async function cancelOrders(which: SpotOrder | 'all'): Promise<readonly SpotOrder[]> {
  const key = which === 'all' ? 'all' : which.id;
  const clientNo = unanswered.get(key) ?? newClientNo();
  unanswered.set(key, clientNo);
  try {
    const { list } = await call(
      '/coin/order/close',
      which === 'all' ? { all: true, clientNo } : { id: which.id, clientNo },
    );
    unanswered.delete(key);
    for (const order of list) applyOrder(order);
    void refreshAssets();
    return list;
  } catch (error) {
    if (!isLost(error)) unanswered.delete(key);
    throw error;
  }
}

/** Whether nobody knows what became of the call. */
export function isLost(error: unknown): boolean {
  return error instanceof CallError && Object.values<number>(FAILURE).includes(error.code);
}
