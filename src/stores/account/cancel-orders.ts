// Cancels orders and applies the resulting states.
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { vibrate } from '../../lib/haptics.ts';
import { submitCall } from '../../api/submit-call.ts';
import { isOutcomeUnknown, newClientNo } from '../../api/order-submission.ts';
import { refreshAssets } from './balances.ts';
import { applyOrder, openOrders } from './spot-orders.ts';

/**
 * Idempotency keys of cancels without a response, by their target: a retry with the same key returns the first result.
 * A cancel of all covers the orders open at that moment; with another order open it takes a new key, as the first
 * result would leave that one open.
 */
const unanswered = new Map<string, string>();

/**
 * Cancels one order or all, and returns their final states. Throws CallError; what was cancelled before the error
 * arrives through the feed.
 */
export async function cancelOrders(which: SpotOrder | 'all'): Promise<readonly SpotOrder[]> {
  const key = which === 'all' ? `all ${openOrders.peek().map(({ id }) => id)}` : String(which.id);
  const clientNo = unanswered.get(key) ?? newClientNo();
  unanswered.set(key, clientNo);
  try {
    const { list } = await submitCall(
      '/coin/order/close',
      which === 'all' ? { all: true, clientNo } : { id: which.id, clientNo },
    );
    unanswered.delete(key);
    vibrate();
    for (const order of list) applyOrder(order);
    void refreshAssets();
    return list;
  } catch (error) {
    if (!isOutcomeUnknown(error)) unanswered.delete(key);
    throw error;
  }
}
