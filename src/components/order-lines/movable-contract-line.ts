// A waiting contract order as a movable line: another one takes its place, in one step (R19).
import { CONTRACT_STATUS, type ContractOrder, contractIntent } from '../../../core/orders/contract-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { call } from '../../api/call.ts';
import { newClientNo, pause, submitIdempotent } from '../../api/order-submission.ts';
import { submitCall } from '../../api/submit-call.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { separate } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { errorText } from '../common/error-text.ts';
import { refusalText } from '../common/refusal-text.ts';
import { closedMarket, closedText } from '../market/closed-market.ts';
import { executesAtOnce } from '../ticket/order-warnings.ts';
import type { MovableLine } from './movable-line.ts';

/** How long a failure is shown. */
const FAILURE_TOAST_MS = 8_000;

const moving = new Set<number>();

export function movableContractLine(instrument: Instrument, order: ContractOrder, t: Translate): MovableLine {
  const ticks = parseSteps(order.limitPrice, instrument.price);
  return {
    priceTicks: typeof ticks === 'number' ? ticks : 0,
    objection: (priceTicks) => objection(instrument, order, priceTicks, t),
    executesAtOnce: (priceTicks) =>
      executesAtOnce(order.direction === 'long' ? 'buy' : 'sell', priceTicks, tickerOf(instrument.info.id)),
    move: (priceTicks) => void move(order, printSteps(priceTicks, instrument.price), t),
  };
}

/** Whether nothing of the order has executed: only then no position stays behind at the old entry. */
function isUnfilled({ status, amount, pendingAmount = amount }: ContractOrder): boolean {
  return status === CONTRACT_STATUS.pending && Number(pendingAmount) === Number(amount);
}

function objection(instrument: Instrument, order: ContractOrder, priceTicks: PriceTicks, t: Translate): string | null {
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

/** Sends the move once, and shows its outcome: both happened, or neither. */
async function move(order: ContractOrder, limitPrice: string, t: Translate): Promise<void> {
  const { id } = order;
  if (moving.has(id)) return;
  moving.add(id);
  const clientNo = newClientNo();
  try {
    const result = await submitIdempotent(
      (options) => submitCall('/coin/contract/order/replace', { id, limitPrice, clientNo }, options),
      (options) => call('/coin/contract/order/query', { clientNo }, options),
      { wait: pause, onChecking: () => undefined },
    );
    if (result.kind === 'refused') return showToast(errorText(result.error, t), 'error', FAILURE_TOAST_MS);
    if (result.kind === 'lost') return showToast(t('lines.unknown'), 'error', FAILURE_TOAST_MS);
    applyReplaced(order, result.answer);
    applyContract(result.answer);
    // It met an order of its owner.
    if (result.answer.status === CONTRACT_STATUS.revoked)
      return showToast(t('lines.goneTitle'), 'error', FAILURE_TOAST_MS);
    return showToast(t('lines.moved', { price: separate(limitPrice) }), 'success');
  } finally {
    moving.delete(id);
  }
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
