// A waiting contract order as a movable line: another one takes its place, in one step (R19).
import { CONTRACT_STATUS, type ContractOrder, contractIntent } from '../../../core/orders/contract-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, printSteps } from '../../../core/units/units.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
import { newClientNo, pause, submitIdempotent } from '../../api/order-submission.ts';
import { submitCall } from '../../api/submit-call.ts';
import { applyContract, waitingContracts } from '../../stores/account/contract-orders.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { separate } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { refusalText } from '../common/refusal-text.ts';
import { closedMarket, closedText } from '../market/closed-market.ts';
import { executesAtOnce } from '../ticket/order-warnings.ts';
import { limitTicks, waitingLineId } from './contract-lines.ts';
import type { MovableLine } from './movable-line.ts';
import { FAILURE_TOAST_MS, answerOf, moveLine, showMove } from './moving-lines.ts';

/** The order of a line id in its current state. */
export function waitingOfLine(id: string): ContractOrder | undefined {
  return waitingContracts.peek().find((order) => waitingLineId(order) === id);
}

/** Cancels what waits of an order; a position that it has stays. */
export async function cancelWaiting({ id }: ContractOrder): Promise<void> {
  (await call('/coin/contract/order/close', { id })).list.forEach(applyContract);
}

export function movableContractLine(instrument: Instrument, order: ContractOrder, t: Translate): MovableLine {
  const before = limitTicks(instrument, order);
  return {
    priceTicks: before,
    objection: (priceTicks) => objectionToMove(instrument, order, priceTicks, t),
    executesAtOnce: (priceTicks) =>
      executesAtOnce(order.direction === 'long' ? 'buy' : 'sell', priceTicks, tickerOf(instrument.info.id)),
    // A moved order is a new order, so its line has another id.
    move: (priceTicks, undo) =>
      void moveLine(waitingLineId(order), priceTicks, () =>
        move(
          order,
          printSteps(priceTicks, instrument.price),
          t,
          undo && ((moved) => undo(waitingLineId(moved), before)),
        ),
      ),
  };
}

/** Whether nothing of the order has executed: only then no position stays behind at the old entry. */
function isUnfilled({ status, amount, pendingAmount = amount }: ContractOrder): boolean {
  return status === CONTRACT_STATUS.pending && Number(pendingAmount) === Number(amount);
}

function objectionToMove(
  instrument: Instrument,
  order: ContractOrder,
  priceTicks: PriceTicks,
  t: Translate,
): string | null {
  const closed = closedMarket(instrument, serverNow(), 'contract');
  if (closed) return closedText(closed, t);
  if (connection.state.peek() !== LINK.open) return t('trade.offline');
  if (!isUnfilled(order)) return t('lines.partFilled');
  const intent = contractIntent(instrument, {
    direction: order.direction,
    orderType: 'limit',
    amount: order.amount,
    limitPrice: printSteps(priceTicks, instrument.price),
  });
  return isReject(intent) ? refusalText(intent) : null;
}

/** Sends the move, and shows its outcome: both happened, or neither. */
async function move(
  order: ContractOrder,
  limitPrice: string,
  t: Translate,
  undo: ((moved: ContractOrder) => void) | null,
): Promise<void> {
  const clientNo = newClientNo();
  const moved = answerOf(
    await submitIdempotent(
      (options) => submitCall('/coin/contract/order/replace', { id: order.id, limitPrice, clientNo }, options),
      (options) => call('/coin/contract/order/query', { clientNo }, options),
      { wait: pause, onChecking: () => undefined },
    ),
    t,
  );
  if (!moved) return;
  applyReplaced(order, moved);
  applyContract(moved);
  // It met an order of its owner.
  if (moved.status === CONTRACT_STATUS.revoked) showToast(t('lines.goneTitle'), 'error', FAILURE_TOAST_MS);
  else showMove(t('lines.moved', { price: separate(limitPrice) }), t, undo && (() => undo(moved)));
}

/**
 * The feed reports it too, but may come later: there is never a line of both. Of one that was filled in part meanwhile
 * the feed alone knows the position, and what is closed here would stay closed.
 */
function applyReplaced(order: ContractOrder, moved: ContractOrder): void {
  if (Number(moved.amount) !== Number(order.amount)) return;
  const updateTime = Math.max(order.updateTime, moved.createTime);
  applyContract({ ...order, status: CONTRACT_STATUS.revoked, pendingAmount: '0', updateTime });
}
