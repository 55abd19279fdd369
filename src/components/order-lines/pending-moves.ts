// Orders being moved to another price, with the outcome shown on any page.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import { printSteps } from '../../../core/units/units.ts';
import { call } from '../../api/call.ts';
import { submitCall } from '../../api/submit-call.ts';
import { type OrderDeps, newClientNo, pause } from '../../api/order-submission.ts';
import { refreshAssets } from '../../stores/account/balances.ts';
import { separate } from '../../stores/market/number-format.ts';
import { applyOrder, isOpen } from '../../stores/account/spot-orders.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { type SpotMove, movedForm, replaceOrder } from './move-order.ts';
import { FAILURE_TOAST_MS, answerOf, showMove } from './moving-lines.ts';

const moving = signal<ReadonlyMap<number, SpotMove>>(new Map());
/** Orders being moved, by the original order's id. */
export const movingOrders: ReadonlySignal<ReadonlyMap<number, SpotMove>> = moving;

const DEPS: OrderDeps = { call, submitCall, wait: pause, onChecking: () => undefined };

/** Moves an order and shows the outcome; `undo` is offered for a while after a successful move. */
export async function moveSpotOrder(
  instrument: Instrument,
  move: SpotMove,
  t: Translate,
  undo: ((moved: SpotOrder) => void) | null,
): Promise<void> {
  const { order, priceTicks } = move;
  if (moving.peek().has(order.id)) return;
  moving.value = new Map(moving.peek()).set(order.id, move);
  try {
    const result = await replaceOrder(movedForm(move, instrument), newClientNo(), DEPS);
    const answer = answerOf(result, t);
    if (!answer) return;
    // The feed reports it too, but may come later: there is never a line of both.
    applyOrder({ ...order, status: SPOT_STATUS.cancelled, updateTime: Math.max(order.updateTime, answer.createTime) });
    applyOrder(answer);
    showMoved(answer, separate(printSteps(priceTicks, instrument.price)), t, undo);
  } finally {
    const left = new Map(moving.peek());
    left.delete(order.id);
    moving.value = left;
    void refreshAssets();
  }
}

function showMoved(order: SpotOrder, price: string, t: Translate, undo: ((moved: SpotOrder) => void) | null): void {
  const dealt = { amount: order.dealAmount, coin: order.symbol };
  if (order.status === SPOT_STATUS.finished)
    return showToast(t(order.side === 'buy' ? 'trade.boughtOf' : 'trade.soldOf', dealt), 'success');
  // It met an order of its owner.
  if (!isOpen(order)) return showToast(t('lines.goneTitle'), 'error', FAILURE_TOAST_MS);
  return showMove(t('lines.moved', { price }), t, undo && (() => undo(order)));
}
