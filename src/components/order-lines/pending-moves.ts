// Orders being moved to another price, with the outcome shown on any page.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, printSteps } from '../../../core/units/units.ts';
import { CallError, FAILURE, call } from '../../api/call.ts';
import { submitCall } from '../../api/submit-call.ts';
import { type OrderForm, newClientNo, pause, placeOrder } from '../../api/order-submission.ts';
import { errorText } from '../common/error-text.ts';
import { refreshAssets } from '../../stores/account/balances.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import { separate } from '../../stores/market/number-format.ts';
import { applyOrder } from '../../stores/account/spot-orders.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { type MoveDeps, type MoveOutcome, moveOrder } from './move-order.ts';

/** How long undo is offered. */
const UNDO_TOAST_MS = 5_000;
/** How long a failure is shown. */
const FAILURE_TOAST_MS = 8_000;

/**
 * An order that was cancelled and could not be placed again: the request that would restore it, and
 * the reason.
 */
export interface UnplacedOrder {
  instrument: Instrument;
  rest: OrderForm;
  reason: string;
  /** Idempotency key: an attempt whose response was lost is repeated with the same one. */
  clientNo: string;
}

const moving = signal<ReadonlyMap<number, { order: SpotOrder; priceTicks: PriceTicks }>>(new Map());
const unplaced = signal<readonly UnplacedOrder[]>([]);
/** Orders being moved, by the original order's id. */
export const movingOrders: ReadonlySignal<ReadonlyMap<number, { order: SpotOrder; priceTicks: PriceTicks }>> = moving;
/** Oldest first; each stays until the user has decided. */
export const unplacedOrders: ReadonlySignal<readonly UnplacedOrder[]> = unplaced;

const DEPS: MoveDeps = {
  call,
  submitCall,
  newClientNo,
  wait: pause,
  onChecking: () => undefined,
  async cancel(order) {
    const ended = (await cancelOrders(order)).find(({ id }) => id === order.id);
    if (!ended) throw new CallError(FAILURE.broken, '', `order ${order.id} was not in the answer to its cancel`);
    return ended;
  },
};

/** Moves an order and shows the outcome; `undo` is offered for a while after a successful move. */
export async function moveSpotOrder(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  t: Translate,
  undo: ((moved: SpotOrder) => void) | null,
): Promise<void> {
  if (moving.peek().has(order.id)) return;
  moving.value = new Map(moving.peek()).set(order.id, { order, priceTicks });
  try {
    showOutcome(
      await moveOrder(instrument, order, priceTicks, DEPS),
      instrument,
      separate(printSteps(priceTicks, instrument.price)),
      t,
      undo,
    );
  } finally {
    const left = new Map(moving.peek());
    left.delete(order.id);
    moving.value = left;
    void refreshAssets();
  }
}

function showOutcome(
  outcome: MoveOutcome,
  instrument: Instrument,
  price: string,
  t: Translate,
  undo: ((moved: SpotOrder) => void) | null,
): void {
  if (outcome.kind === 'unchanged') return showToast(errorText(outcome.error, t), 'error');
  if (outcome.kind === 'unknown') return showToast(t('lines.unknown'), 'error', FAILURE_TOAST_MS);
  if (outcome.kind === 'cancelled') {
    unplaced.value = [
      ...unplaced.peek(),
      { instrument, rest: outcome.rest, reason: reasonText(outcome.reason, t), clientNo: newClientNo() },
    ];
    return showToast(t('lines.goneToast'), 'error', FAILURE_TOAST_MS);
  }
  const { order } = outcome;
  applyOrder(order);
  const dealt = { amount: order.dealAmount, coin: order.symbol };
  if (order.status === SPOT_STATUS.finished)
    return showToast(t(order.side === 'buy' ? 'trade.boughtOf' : 'trade.soldOf', dealt), 'success');
  return showToast(
    t('lines.moved', { price }),
    'success',
    UNDO_TOAST_MS,
    undo ? { label: t('lines.undo'), run: () => undo(order) } : undefined,
  );
}

function reasonText(reason: CallError | string | null, t: Translate): string {
  if (reason === null) return t('lines.goneLost');
  return typeof reason === 'string' ? reason : errorText(reason, t);
}

/** The user declined to place the order again. */
export function dismissUnplaced(order: UnplacedOrder): void {
  unplaced.value = unplaced.peek().filter((each) => each !== order);
}

/** Places the order at its old price. A failure is shown as a toast, and can be retried. */
export async function placeAgain(order: UnplacedOrder, t: Translate): Promise<void> {
  const outcome = await placeOrder(order.rest, order.clientNo, DEPS);
  if (outcome.kind === 'lost') return showToast(t('trade.lost'), 'error');
  if (outcome.kind === 'refused') {
    order.clientNo = newClientNo();
    return showToast(errorText(outcome.error, t), 'error');
  }
  dismissUnplaced(order);
  applyOrder(outcome.order);
  void refreshAssets();
  return showToast(t('lines.isBack', { price: separate(String(order.rest.price)) }), 'success');
}
