// Spot orders with a stop price (M17, M18): what they are as input, what they freeze, how far they trade.
import type { Instrument } from '../instruments/instrument.ts';
import type { Reject } from '../errors/errors.ts';
import type { PriceTicks, Units } from '../units/units.ts';
import {
  type SPOT_ORDER_TYPES,
  type Side,
  type SpotDraft,
  type SpotIntent,
  checkNotional,
  isReject,
  limitPrice,
  spotFreeze,
  spotIntent,
} from './spot-order.ts';

/** Furthest that a stop by market trades from the price that reached it, in percent. */
export const STOP_SLIP_PERCENT = 1;

/** Input of a call: an order of any type. */
export interface StopDraft extends Omit<SpotDraft, 'orderType'> {
  orderType: (typeof SPOT_ORDER_TYPES)[number];
  stopPrice?: string | undefined;
  /** Limit price and stop price of an `oco`. */
  profitPrice?: string | undefined;
  lossPrice?: string | undefined;
}

/** `stopTicks` of 0: it waits for no price; `lossTicks` of 0: no stop beside its limit. */
export interface StopIntent extends SpotIntent {
  stopTicks: PriceTicks;
  lossTicks: PriceTicks;
}

/** What it pays a lot with: its limit, or the price that it waits for. */
type PaidOrder = Pick<StopIntent, 'orderType' | 'priceTicks' | 'stopTicks' | 'lossTicks'>;

/** Furthest price, in ticks, at which an order by market trades that `priceTicks` set free. */
export function stopBound(side: Side, priceTicks: PriceTicks): PriceTicks {
  return side === 'buy'
    ? Math.floor((priceTicks * (100 + STOP_SLIP_PERCENT)) / 100)
    : Math.ceil((priceTicks * (100 - STOP_SLIP_PERCENT)) / 100);
}

/** Price that a buy of some lots freezes for; 0 for a market order that waits for nothing. */
export function payTicks({ orderType, priceTicks, stopTicks, lossTicks }: PaidOrder): PriceTicks {
  const waitTicks = orderType === 'market' ? stopTicks : lossTicks;
  return waitTicks > 0 ? stopBound('buy', waitTicks) : priceTicks;
}

/**
 * `spotIntent` for an order of any type: the band and the value of a stop order are measured from its stop price, and
 * both values of an oco must do.
 */
export function stopIntent(instrument: Instrument, draft: StopDraft, referenceTicks: PriceTicks): StopIntent | Reject {
  const isOco = draft.orderType === 'oco';
  const orderType = draft.orderType.endsWith('market') ? 'market' : 'limit';
  const [wait, field] = isOco ? [draft.lossPrice, 'lossPrice'] : [draft.stopPrice, 'stopPrice'];
  const waitTicks = draft.orderType === orderType ? 0 : limitPrice(instrument, wait ?? '', field);
  if (typeof waitTicks !== 'number') return waitTicks;
  const profitTicks = isOco ? limitPrice(instrument, draft.profitPrice ?? '', 'profitPrice') : 0;
  if (typeof profitTicks !== 'number') return profitTicks;
  const price = isOco ? draft.profitPrice : draft.price;
  const [stopTicks, lossTicks] = isOco ? [0, waitTicks] : [waitTicks, 0];
  const { side, amount, total, maxSlip } = draft;
  const intent = spotIntent(
    instrument,
    { side, orderType, price, amount, total, maxSlip },
    stopTicks || referenceTicks,
  );
  if (isReject(intent)) return intent;
  return checkNotional(instrument, lossTicks, intent.lots) ?? { ...intent, stopTicks, lossTicks };
}

/** `spotFreeze` for an order of any type. */
export function stopFreeze(instrument: Instrument, intent: StopIntent): { coinId: number; units: Units } {
  return spotFreeze(instrument, { ...intent, priceTicks: payTicks(intent) });
}
