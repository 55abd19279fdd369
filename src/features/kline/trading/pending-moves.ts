// Orders on their way to another price: shown as such wherever the user goes, and told when they have arrived or not.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../../core/orders/spot-order.ts';
import { type PriceTicks, printSteps } from '../../../../core/units/units.ts';
import { CallError, FAILURE, call } from '../../../api/call.ts';
import { type OrderForm, newClientNo, placeOrder } from '../../../api/order-submission.ts';
import { errorText } from '../../../components/common/error-text.ts';
import { refreshAssets } from '../../../stores/account/balances.ts';
import { cancelOrders } from '../../../stores/account/cancel-orders.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { applyOrder } from '../../../stores/account/spot-orders.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { type MoveDeps, type MoveOutcome, moveOrder } from './move-order.ts';

/** How long a move can be undone. */
const UNDO_MS = 5_000;
/** How long the word of a failed move stands. */
const FAILED_MS = 8_000;

/** An order that was cancelled and could not be placed again: what would put it back, and why. */
export interface Unplaced {
  instrument: Instrument;
  rest: OrderForm;
  reason: string;
  /** Its name: a try whose answer was lost is repeated under the same. */
  clientNo: string;
}

const moving = signal<ReadonlyMap<number, { order: SpotOrder; priceTicks: PriceTicks }>>(new Map());
const unplaced = signal<readonly Unplaced[]>([]);
/** By the id of the order as it was. */
export const movingOrders: ReadonlySignal<ReadonlyMap<number, { order: SpotOrder; priceTicks: PriceTicks }>> = moving;
/** Oldest first; they stay until the user has decided. */
export const unplacedOrders: ReadonlySignal<readonly Unplaced[]> = unplaced;

const DEPS: MoveDeps = {
  call,
  newClientNo,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onChecking: () => undefined,
  async cancel(order) {
    const ended = (await cancelOrders(order)).find(({ id }) => id === order.id);
    if (!ended) throw new CallError(FAILURE.broken, '', `order ${order.id} was not in the answer to its cancel`);
    return ended;
  },
};

/** Moves an order and says what became of it; `undo` is offered for a while when it stands at its new price. */
export async function move(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  t: Translate,
  undo: ((moved: SpotOrder) => void) | null,
): Promise<void> {
  if (moving.peek().has(order.id)) return;
  moving.value = new Map(moving.peek()).set(order.id, { order, priceTicks });
  try {
    notify(
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

function notify(
  outcome: MoveOutcome,
  instrument: Instrument,
  price: string,
  t: Translate,
  undo: ((moved: SpotOrder) => void) | null,
): void {
  if (outcome.kind === 'kept') return showToast(errorText(outcome.error, t), 'error');
  if (outcome.kind === 'unknown') return showToast(t('lines.unknown'), 'error', FAILED_MS);
  if (outcome.kind === 'gone') {
    unplaced.value = [
      ...unplaced.peek(),
      { instrument, rest: outcome.rest, reason: reasonText(outcome.reason, t), clientNo: newClientNo() },
    ];
    return showToast(t('lines.goneToast'), 'error', FAILED_MS);
  }
  const { order } = outcome;
  applyOrder(order);
  const dealt = { amount: order.dealAmount, coin: order.symbol };
  if (order.status === SPOT_STATUS.finished)
    return showToast(t(order.side === 'buy' ? 'trade.boughtOf' : 'trade.soldOf', dealt), 'success');
  return showToast(
    t('lines.moved', { price }),
    'success',
    UNDO_MS,
    undo ? { label: t('lines.undo'), run: () => undo(order) } : undefined,
  );
}

function reasonText(reason: CallError | string | null, t: Translate): string {
  if (reason === null) return t('lines.goneLost');
  return typeof reason === 'string' ? reason : errorText(reason, t);
}

/** The user does not want it back. */
export function leaveUnplaced(gone: Unplaced): void {
  unplaced.value = unplaced.peek().filter((each) => each !== gone);
}

/** Places it as it was. When that fails the user is told, and may try again. */
export async function placeAgain(gone: Unplaced, t: Translate): Promise<void> {
  const outcome = await placeOrder(gone.rest, gone.clientNo, DEPS);
  if (outcome.kind === 'lost') return showToast(t('trade.lost'), 'error');
  if (outcome.kind === 'refused') {
    gone.clientNo = newClientNo();
    return showToast(errorText(outcome.error, t), 'error');
  }
  leaveUnplaced(gone);
  applyOrder(outcome.order);
  void refreshAssets();
  return showToast(t('lines.isBack', { price: separate(String(gone.rest.price)) }), 'success');
}
