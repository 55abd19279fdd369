// A waiting contract order as a movable line.
import { type ContractOrder, contractIntent } from '../../../core/orders/contract-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { newClientNo } from '../../api/order-submission.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { separate } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { errorText } from '../common/error-text.ts';
import { refusalText } from '../common/refusal-text.ts';
import { closedMarket, closedText } from '../market/closed-market.ts';
import { executesAtOnce } from '../ticket/order-warnings.ts';
import { type ContractMoveOutcome, isUnfilled, moveContract, placeContract } from './move-contract.ts';
import type { MovableLine } from './movable-line.ts';

/** How long a failure with its way back is shown. */
const FAILURE_TOAST_MS = 20_000;

const sideOf = ({ direction }: ContractOrder): 'buy' | 'sell' => (direction === 'long' ? 'buy' : 'sell');
const moving = new Set<number>();

export function movableContractLine(instrument: Instrument, order: ContractOrder, t: Translate): MovableLine {
  const ticks = parseSteps(order.limitPrice, instrument.price);
  return {
    priceTicks: typeof ticks === 'number' ? ticks : 0,
    objection: (priceTicks) => objection(instrument, order, priceTicks, t),
    executesAtOnce: (priceTicks) => executesAtOnce(sideOf(order), priceTicks, tickerOf(instrument.info.id)),
    move: (priceTicks) => void move(instrument, order, priceTicks, t),
  };
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

async function move(instrument: Instrument, order: ContractOrder, priceTicks: PriceTicks, t: Translate): Promise<void> {
  if (moving.has(order.id)) return;
  moving.add(order.id);
  try {
    showOutcome(instrument, await moveContract(instrument, order, priceTicks), priceTicks, t);
  } finally {
    moving.delete(order.id);
  }
}

function showOutcome(instrument: Instrument, outcome: ContractMoveOutcome, priceTicks: PriceTicks, t: Translate): void {
  if (outcome.kind === 'unchanged') return showToast(errorText(outcome.error, t), 'error');
  if (outcome.kind === 'unknown') return showToast(t('lines.unknown'), 'error');
  if (outcome.kind === 'moved') {
    applyContract(outcome.order);
    return showToast(t('lines.moved', { price: separate(printSteps(priceTicks, instrument.price)) }), 'success');
  }
  const { rest } = outcome;
  // One key for all attempts: a second tap places no second order.
  const clientNo = newClientNo();
  const restore = (): void =>
    void placeContract(rest, clientNo).then(
      (order) => {
        applyContract(order);
        showToast(t('lines.isBack', { price: separate(String(rest.limitPrice)) }), 'success');
      },
      (cause: unknown) => showToast(errorText(cause, t), 'error'),
    );
  return showToast(`${t('lines.goneTitle')}. ${errorText(outcome.error, t)}`, 'error', FAILURE_TOAST_MS, {
    label: t('lines.putBack'),
    run: restore,
  });
}
