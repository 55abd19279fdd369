// An order at another price: the exchange has no such call, so it is cancelled and placed again as one act with one
// outcome.
import type { FormOf } from '../../../../core/endpoints/endpoints.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import {
  SPOT_STATUS,
  type Side,
  type SpotOrder,
  checkBalance,
  isReject,
  spotFreeze,
  spotIntent,
} from '../../../../core/orders/spot-order.ts';
import type { Reject } from '../../../../core/errors/errors.ts';
import { type PriceTicks, type Units, parseScaled, printScaled, printSteps } from '../../../../core/units/units.ts';
import type { CallError } from '../../../api/call.ts';
import { type OrderDeps, type OrderForm, placeOrder } from '../../../api/order-submission.ts';
import { isLost } from '../../../stores/account/cancel-orders.ts';

/**
 * How often a cancel whose answer was lost is asked again, and how long between. It keeps its name, so that asking
 * cannot harm.
 */
const CANCEL_TRIES = 4;
const CANCEL_PAUSE_MS = 1_500;

/** What moving needs of the world. */
export interface MoveDeps extends OrderDeps {
  /**
   * Cancels an order and gives it as it ended. Throws CallError; asked again after a lost answer it gives the first
   * one.
   */
  cancel(order: SpotOrder): Promise<SpotOrder>;
  newClientNo(): string;
}

/**
 * What became of it. `moved`: the rest stands at the new price, or has traded there. `kept`: nothing was changed by us;
 * the order stands, or was over before. `gone`: cancelled and not placed again, `rest` is what would put it back where
 * it was.
 * `unknown`: nobody said whether it was cancelled; the feed will.
 */
export type MoveOutcome =
  | { kind: 'moved'; order: SpotOrder }
  | { kind: 'kept'; error: CallError }
  | { kind: 'gone'; rest: OrderForm; reason: CallError | string | null }
  | { kind: 'unknown' };

/** What is left to trade of an order, as the wire writes it. */
export function restAmount(order: SpotOrder, instrument: Instrument): string {
  const { decimals } = instrument.amount;
  const rest = (parseScaled(order.amount, decimals) ?? 0n) - (parseScaled(order.dealAmount, decimals) ?? 0n);
  return printScaled(rest > 0n ? rest : 0n, decimals);
}

/** The rest of an order at a price, with everything else as it was. */
export function restForm(order: SpotOrder, instrument: Instrument, price: string): OrderForm {
  const { tif, postOnly } = order as Partial<Pick<FormOf<'/coin/order/add'>, 'tif' | 'postOnly'>>;
  return {
    coinInfoId: order.coinInfoId,
    side: order.side,
    orderType: 'limit',
    price,
    amount: restAmount(order, instrument),
    ...(tif === undefined ? {} : { tif }),
    ...(postOnly === undefined ? {} : { postOnly: Number(postOnly) === 1 ? 1 : 0 }),
  };
}

/** Best prices of a market as last heard; NaN: not known. */
export interface BestPrices {
  lastTicks: { peek(): number };
  bidTicks: { peek(): number };
  askTicks: { peek(): number };
}

/**
 * Whether an order at a price would trade at once. The ticker is a moment old: the last trade counts as a price that
 * somebody still offers, and where nothing is known it would.
 */
export function wouldTrade(side: Side, priceTicks: PriceTicks, best: BestPrices): boolean {
  const [last, other] = [best.lastTicks.peek(), side === 'buy' ? best.askTicks.peek() : best.bidTicks.peek()];
  const known = [last, other].filter((ticks) => ticks > 0);
  if (known.length === 0) return true;
  return side === 'buy' ? priceTicks >= Math.min(...known) : priceTicks <= Math.max(...known);
}

/**
 * Why the exchange would refuse the rest at a new price, found before anything is cancelled; null: nothing speaks
 * against it. `available`: without what the order holds.
 */
export function moveRefusal(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  around: { referenceTicks: PriceTicks; available: Units },
): Reject | null {
  const amount = restAmount(order, instrument);
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

/** Cancels, then places what is left at the new price. Comes back when the fate of both is known, or nobody answers. */
export async function moveOrder(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  deps: MoveDeps,
): Promise<MoveOutcome> {
  const ended = await cancelled(order, deps);
  if (!('order' in ended)) return ended;
  const rest = restForm(ended.order, instrument, order.price);
  if (Number(rest.amount) === 0) return { kind: 'moved', order: ended.order };
  const placed = await placeOrder(
    { ...rest, price: printSteps(priceTicks, instrument.price) },
    deps.newClientNo(),
    deps,
  );
  if (placed.kind === 'refused') return { kind: 'gone', rest, reason: placed.error };
  if (placed.kind === 'lost') return { kind: 'gone', rest, reason: null };
  if (placed.order.status === SPOT_STATUS.refused) return { kind: 'gone', rest, reason: placed.order.reason ?? null };
  return { kind: 'moved', order: placed.order };
}

async function cancelled(
  order: SpotOrder,
  deps: MoveDeps,
): Promise<{ order: SpotOrder } | Extract<MoveOutcome, { kind: 'kept' | 'unknown' }>> {
  for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
    if (tries > 0) await deps.wait(CANCEL_PAUSE_MS);
    try {
      return { order: await deps.cancel(order) };
    } catch (error) {
      if (!isLost(error)) return { kind: 'kept', error: error as CallError };
    }
    deps.onChecking();
  }
  return { kind: 'unknown' };
}
