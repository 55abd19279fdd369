// Moves an order to another price: the API has no such call, so it is cancelled and placed again.
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import {
  SPOT_STATUS,
  type SpotOrder,
  checkBalance,
  isReject,
  spotFreeze,
  spotIntent,
} from '../../../core/orders/spot-order.ts';
import type { Reject } from '../../../core/errors/errors.ts';
import { type PriceTicks, type Units, parseScaled, printScaled, printSteps } from '../../../core/units/units.ts';
import type { CallError } from '../../api/call.ts';
import { type OrderDeps, type OrderForm, isOutcomeUnknown, placeOrder } from '../../api/order-submission.ts';

/** Attempts of a cancel whose response was lost, and the pause between them. Cancelling again is idempotent. */
const CANCEL_TRIES = 4;
const CANCEL_PAUSE_MS = 1_500;

/** The calls and timers that a move needs. */
export interface MoveDeps extends OrderDeps {
  /**
   * Cancels an order and returns its final state. Throws CallError. Repeated after a lost response, it
   * returns the first result.
   */
  cancel(order: SpotOrder): Promise<SpotOrder>;
  newClientNo(): string;
}

/**
 * Outcome of a move. `moved`: the unfilled part is at the new price, or has executed there.
 * `unchanged`: nothing was cancelled; the order is open, or had ended before. `cancelled`: cancelled
 * and not placed again; `rest` would place it at its old price. `unknown`: the result of the cancel is
 * lost; the feed will report it.
 */
export type MoveOutcome =
  | { kind: 'moved'; order: SpotOrder }
  | { kind: 'unchanged'; error: CallError }
  | { kind: 'cancelled'; rest: OrderForm; reason: CallError | string | null }
  | { kind: 'unknown' };

/** The unfilled amount of an order, as a decimal of the API. */
export function unfilledAmount(order: SpotOrder, instrument: Instrument): string {
  const { decimals } = instrument.amount;
  const rest = (parseScaled(order.amount, decimals) ?? 0n) - (parseScaled(order.dealAmount, decimals) ?? 0n);
  return printScaled(rest > 0n ? rest : 0n, decimals);
}

/** The request that places the unfilled part at a price, with all other fields unchanged. */
export function unfilledForm(order: SpotOrder, instrument: Instrument, price: string): OrderForm {
  const { tif, postOnly } = order as Partial<Pick<FormOf<'/coin/order/add'>, 'tif' | 'postOnly'>>;
  return {
    coinInfoId: order.coinInfoId,
    side: order.side,
    orderType: 'limit',
    price,
    amount: unfilledAmount(order, instrument),
    ...(tif === undefined ? {} : { tif }),
    ...(postOnly === undefined ? {} : { postOnly: Number(postOnly) === 1 ? 1 : 0 }),
  };
}

/**
 * The refusal that the unfilled part would get at a new price, found before anything is cancelled;
 * null: none. `available`: the balance without what the order freezes.
 */
export function moveRefusal(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  around: { referenceTicks: PriceTicks; available: Units },
): Reject | null {
  const amount = unfilledAmount(order, instrument);
  const intent = spotIntent(
    instrument,
    { side: order.side, orderType: 'limit', price: printSteps(priceTicks, instrument.price), amount },
    around.referenceTicks,
  );
  if (isReject(intent)) return intent;
  const held = spotIntent(instrument, { side: order.side, orderType: 'limit', price: order.price, amount }, 0);
  return checkBalance(
    spotFreeze(instrument, intent).units,
    around.available + (isReject(held) ? 0n : spotFreeze(instrument, held).units),
  );
}

/**
 * Cancels the order and places its unfilled part at the new price. Resolves with the outcome, also
 * after lost responses.
 */
export async function moveOrder(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  deps: MoveDeps,
): Promise<MoveOutcome> {
  const ended = await cancelWithRetry(order, deps);
  if (!('order' in ended)) return ended;
  const rest = unfilledForm(ended.order, instrument, order.price);
  if (Number(rest.amount) === 0) return { kind: 'moved', order: ended.order };
  const placed = await placeOrder(
    { ...rest, price: printSteps(priceTicks, instrument.price) },
    deps.newClientNo(),
    deps,
  );
  if (placed.kind === 'refused') return { kind: 'cancelled', rest, reason: placed.error };
  if (placed.kind === 'lost') return { kind: 'cancelled', rest, reason: null };
  if (placed.order.status === SPOT_STATUS.refused)
    return { kind: 'cancelled', rest, reason: placed.order.reason ?? null };
  return { kind: 'moved', order: placed.order };
}

async function cancelWithRetry(
  order: SpotOrder,
  deps: MoveDeps,
): Promise<{ order: SpotOrder } | Extract<MoveOutcome, { kind: 'unchanged' | 'unknown' }>> {
  for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
    if (tries > 0) await deps.wait(CANCEL_PAUSE_MS);
    try {
      return { order: await deps.cancel(order) };
    } catch (error) {
      if (!isOutcomeUnknown(error)) return { kind: 'unchanged', error: error as CallError };
    }
    deps.onChecking();
  }
  return { kind: 'unknown' };
}
