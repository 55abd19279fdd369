// An open spot order at another price: the request that puts it there, and what the exchange will refuse of it.
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import {
  type SpotOrder,
  type TimeInForce,
  checkBalance,
  checkSide,
  isReject,
  spotFreeze,
  spotIntent,
} from '../../../core/orders/spot-order.ts';
import type { StopDraft } from '../../../core/orders/stop-order.ts';
import { CODE, type Reject } from '../../../core/errors/errors.ts';
import {
  type PriceTicks,
  type Units,
  parseScaled,
  parseSteps,
  printScaled,
  printSteps,
} from '../../../core/units/units.ts';
import { type OrderDeps, type SubmitResult, submitIdempotent } from '../../api/order-submission.ts';

/** Which of its prices a line of an order moves: its limit, or the one that it waits for. */
export type LinePrice = 'limit' | 'stop';

/** A price of an order at another place. */
export interface SpotMove {
  order: SpotOrder;
  which: LinePrice;
  priceTicks: PriceTicks;
}

/** The request without its number. */
interface ReplaceForm extends StopDraft {
  id: number;
  coinInfoId: number;
  tif?: TimeInForce;
  postOnly?: 1;
}

/** The unfilled amount of an order, as a decimal of the API. */
export function unfilledAmount(order: SpotOrder, instrument: Instrument): string {
  const { decimals } = instrument.amount;
  const rest = (parseScaled(order.amount, decimals) ?? 0n) - (parseScaled(order.dealAmount, decimals) ?? 0n);
  return printScaled(rest > 0n ? rest : 0n, decimals);
}

/** A price of an order in ticks; 0 for one off the grid, which no open order has. */
export function orderTicks(
  { price, stopPrice = '' }: SpotOrder,
  which: LinePrice,
  { price: grid }: Instrument,
): PriceTicks {
  const ticks = parseSteps(which === 'stop' ? stopPrice : price, grid);
  return typeof ticks === 'number' ? ticks : 0;
}

/** Limit price of a stop order whose stop is moved: it keeps its distance. */
export function limitAfterStop(order: SpotOrder, instrument: Instrument, stopTicks: PriceTicks): PriceTicks {
  const distance = orderTicks(order, 'limit', instrument) - orderTicks(order, 'stop', instrument);
  return Math.max(0, stopTicks + distance);
}

/** The request that puts the unfilled part of an order at another price, with all other fields unchanged. */
export function movedForm({ order, which, priceTicks }: SpotMove, instrument: Instrument): ReplaceForm {
  const { id, coinInfoId, side, orderType, stopPrice = '', tif, postOnly } = order;
  const moved = printSteps(priceTicks, instrument.price);
  const prices = {
    limit: { price: moved },
    market: {},
    stop_limit: {
      stopPrice: moved,
      price: printSteps(limitAfterStop(order, instrument, priceTicks), instrument.price),
    },
    stop_market: { stopPrice: moved },
    oco:
      which === 'limit' ? { profitPrice: moved, lossPrice: stopPrice } : { profitPrice: order.price, lossPrice: moved },
  };
  return {
    id,
    coinInfoId,
    side,
    orderType,
    ...prices[orderType],
    ...(Number(order.amount) > 0 ? { amount: unfilledAmount(order, instrument) } : { total: order.total }),
    ...(tif && { tif }),
    ...(postOnly === 1 && { postOnly }),
  };
}

/**
 * The refusal that the order would get at another price; null: none is known here. `available`: the balance without
 * what the order freezes. Of one with a stop only the sides are checked: a refusal of the exchange changes nothing.
 */
export function moveRefusal(
  instrument: Instrument,
  { order, which, priceTicks }: SpotMove,
  { lastTicks, available }: { lastTicks: PriceTicks; available: Units },
): Reject | null {
  const { side, orderType } = order;
  if (orderType !== 'limit') {
    const [code, isAbove] = which === 'stop' ? [CODE.lossSide, side === 'buy'] : [CODE.profitSide, side === 'sell'];
    return lastTicks > 0 ? checkSide(code, isAbove, priceTicks, lastTicks, instrument.price) : null;
  }
  const draft = { side, orderType, amount: unfilledAmount(order, instrument) };
  const intent = spotIntent(instrument, { ...draft, price: printSteps(priceTicks, instrument.price) }, lastTicks);
  if (isReject(intent)) return intent;
  const held = spotIntent(instrument, { ...draft, price: order.price }, 0);
  return checkBalance(
    spotFreeze(instrument, intent).units,
    available + (isReject(held) ? 0n : spotFreeze(instrument, held).units),
  );
}

/** Sends it in the place of the open order, and resolves when the outcome is known: both happened, or neither. */
export function replaceOrder(form: ReplaceForm, clientNo: string, deps: OrderDeps): Promise<SubmitResult<SpotOrder>> {
  return submitIdempotent(
    (options) =>
      deps.submitCall('/coin/order/replace', { ...form, clientNo } as FormOf<'/coin/order/replace'>, options),
    (options) => deps.call('/coin/order/query', { clientNo }, options),
    deps,
  );
}
