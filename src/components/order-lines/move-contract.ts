// Moves a waiting contract order to another price: it is cancelled and placed again, as the API has no such call.
import { CONTRACT_STATUS, type ContractOrder } from '../../../core/orders/contract-order.ts';
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseScaled, printScaled, printSteps } from '../../../core/units/units.ts';
import { CallError, call } from '../../api/call.ts';
import { isOutcomeUnknown, newClientNo, pause, submitIdempotent } from '../../api/order-submission.ts';

type AddForm = FormOf<'/coin/contract/order/add'>;

/** Attempts of a cancel whose response was lost, and the pause between them: all have one idempotency key. */
const CANCEL_TRIES = 4;
const PAUSE_MS = 1_500;

/**
 * Outcome of a move. `moved`: the order is at the new price, or has executed. `unchanged`: nothing was cancelled.
 * `cancelled`: not placed again; `rest` would place it at its old price. `unknown`: the feed will report it.
 */
export type ContractMoveOutcome =
  | { kind: 'moved'; order: ContractOrder }
  | { kind: 'unchanged'; error: unknown }
  | { kind: 'cancelled'; rest: Omit<AddForm, 'clientNo'>; error: unknown }
  | { kind: 'unknown' };

export interface ContractMoveDeps {
  call: typeof call;
  wait(ms: number): Promise<void>;
}
const DEPS: ContractMoveDeps = { call, wait: pause };

/** Whether nothing of the order has executed: only then its position does not stay behind at the old entry. */
export function isUnfilled({ status, orderType, amount, pendingAmount = amount }: ContractOrder): boolean {
  return status === CONTRACT_STATUS.pending && orderType === 'limit' && Number(pendingAmount) === Number(amount);
}

/** The request that places the part of a cancelled order that did not execute, at a price. */
function formOf(order: ContractOrder, instrument: Instrument, price: string): Omit<AddForm, 'clientNo'> {
  const { decimals } = instrument.amount;
  const rest = (parseScaled(order.amount, decimals) ?? 0n) - (parseScaled(order.holdAmount ?? '0', decimals) ?? 0n);
  const { profitPrice, lossPrice, triggerBy = 'mark' } = order;
  return {
    coinInfoId: order.coinInfoId,
    direction: order.direction,
    orderType: 'limit',
    multiple: order.multiple,
    amount: printScaled(rest, decimals),
    limitPrice: price,
    ...(profitPrice !== '' && { profitPrice }),
    ...(lossPrice !== '' && { lossPrice }),
    triggerBy,
  };
}

/** Places an order; resolves when its outcome is known. Throws CallError, also for a request that is lost. */
export async function placeContract(
  form: Omit<AddForm, 'clientNo'>,
  clientNo: string,
  { call: send, wait }: ContractMoveDeps = DEPS,
): Promise<ContractOrder> {
  const result = await submitIdempotent(
    (options) => send('/coin/contract/order/add', { ...form, clientNo } as AddForm, options),
    (options) => send('/coin/contract/order/query', { clientNo }, options),
    { wait, onChecking: () => undefined },
  );
  if (result.kind === 'answered') return result.answer;
  throw result.kind === 'refused' ? result.error : new Error('the order did not arrive');
}

export async function moveContract(
  instrument: Instrument,
  order: ContractOrder,
  priceTicks: PriceTicks,
  deps: ContractMoveDeps = DEPS,
): Promise<ContractMoveOutcome> {
  const ended = await cancel(order, deps);
  if (!('order' in ended)) return ended;
  const { status, openPrice } = ended.order;
  // It executed meanwhile: what it opened is not opened again.
  if (status !== CONTRACT_STATUS.revoked && status !== CONTRACT_STATUS.holding) return { kind: 'moved', ...ended };
  if (status === CONTRACT_STATUS.revoked && Number(openPrice) > 0) return { kind: 'moved', ...ended };
  const rest = formOf(ended.order, instrument, order.limitPrice);
  if (Number(rest.amount) === 0) return { kind: 'moved', ...ended };
  try {
    const form = { ...rest, limitPrice: printSteps(priceTicks, instrument.price) };
    return { kind: 'moved', order: await placeContract(form, newClientNo(), deps) };
  } catch (error) {
    return { kind: 'cancelled', rest, error };
  }
}

async function cancel(
  order: ContractOrder,
  deps: ContractMoveDeps,
): Promise<{ order: ContractOrder } | Extract<ContractMoveOutcome, { kind: 'unchanged' | 'unknown' }>> {
  const clientNo = newClientNo();
  for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
    if (tries > 0) await deps.wait(PAUSE_MS);
    try {
      const { list } = await deps.call('/coin/contract/order/close', { id: order.id, clientNo });
      const ended = list.find(({ id }) => id === order.id);
      return ended ? { order: ended } : { kind: 'unknown' };
    } catch (error) {
      if (!(error instanceof CallError) || !isOutcomeUnknown(error)) return { kind: 'unchanged', error };
    }
  }
  return { kind: 'unknown' };
}
