// Validation of a spot order: every refusal, before anything changes.
import { CLOSE_ONLY, HALTED } from '../../../core/instruments/instrument.ts';
import { asleepReject } from '../../../core/instruments/trading-hours.ts';
import { checkBalance, checkSide } from '../../../core/orders/spot-order.ts';
import { payTicks } from '../../../core/orders/stop-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { ONE_E8, type Units } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delist-market.ts';
import { FIRST_USER_UID, type PlaceSpot } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import { heldUnits } from '../ledger/settle-spot.ts';
import { simulateFill } from './simulate-fill.ts';
import { indexOrLast } from '../mark/index-price.ts';
import { middleTicks } from '../mark/mark-state.ts';
import { isFillable } from './fillable.ts';
import { type Market, baseUnits, otherSide, quoteUnits } from './spot-market.ts';
import { crosses } from '../../../core/matching/match.ts';

/** Open orders that a user may have in one market (M14). */
export const MAX_OPEN_ORDERS = 200;

export function validateSpotOrder(
  exchange: ExchangeState,
  market: Market,
  place: PlaceSpot,
  ts: EpochMs,
): Reject | null {
  const isUser = place.uid >= FIRST_USER_UID;
  return (
    checkMarketOpen(market, isUser, ts) ??
    checkFields(place) ??
    checkStop(exchange, market, place) ??
    checkSize(market, place) ??
    (isUser ? checkUserLimits(exchange, market, place) : null) ??
    checkCover(exchange, market, place) ??
    checkSlippage(exchange, market, place) ??
    checkTimeInForce(exchange, market, place)
  );
}

/** M3. */
export function checkMarketOpen(market: Market, isUser: boolean, ts: EpochMs): Reject | null {
  const { info } = market;
  if (info.status === HALTED) return closedReject(market);
  if (!isUser) return null;
  if (info.status === CLOSE_ONLY) return closedReject(market);
  if (info.spotEnable === 0 || info.watchOnly === 1) return reject(CODE.marketClosed);
  return asleepReject(info, ts);
}

function checkFields({
  orderType,
  side,
  priceTicks,
  lots,
  totalUnits,
  tif,
  postOnly,
  slipE8 = 0,
}: PlaceSpot): Reject | null {
  if (!Number.isSafeInteger(priceTicks) || priceTicks < 0)
    return reject(CODE.fieldInvalid, { field: 'price', rule: 'whole ticks' });
  if (!Number.isSafeInteger(lots) || lots < 0)
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'whole lots' });
  if (totalUnits < 0n) return reject(CODE.fieldInvalid, { field: 'total', rule: 'positive' });
  if (orderType === 'limit' && priceTicks === 0) return reject(CODE.priceZero);
  if (orderType === 'market' && priceTicks !== 0)
    return reject(CODE.fieldInvalid, { field: 'price', rule: 'none for a market order' });
  if (!Number.isSafeInteger(slipE8) || slipE8 < 0 || (slipE8 > 0 && orderType !== 'market'))
    return reject(CODE.fieldInvalid, { field: 'maxSlip', rule: 'market order alone' });
  const byTotal = totalUnits > 0n;
  if (byTotal && (orderType !== 'market' || side !== 'buy' || lots > 0))
    return reject(CODE.fieldInvalid, { field: 'total', rule: 'market buy alone' });
  if (!byTotal && lots === 0) return reject(CODE.amountZero);
  if (postOnly && (orderType !== 'limit' || tif !== 'GTC'))
    return reject(CODE.fieldInvalid, { field: 'postOnly', rule: 'GTC limit order' });
  return null;
}

/** M17 and M18. */
function checkStop(exchange: ExchangeState, market: Market, place: PlaceSpot): Reject | null {
  const { side, orderType, priceTicks, totalUnits, tif, postOnly, slipE8 = 0, stopTicks = 0, lossTicks = 0 } = place;
  const [waitTicks, field] = lossTicks === 0 ? [stopTicks, 'stopPrice'] : [lossTicks, 'lossPrice'];
  if (!Number.isSafeInteger(waitTicks) || waitTicks < 0)
    return reject(CODE.fieldInvalid, { field, rule: 'whole ticks' });
  if (waitTicks === 0) return null;
  const isOco = lossTicks > 0;
  if (isOco && (orderType !== 'limit' || stopTicks !== 0))
    return reject(CODE.fieldInvalid, { field, rule: 'limit order alone' });
  if (isOco && tif !== 'GTC') return reject(CODE.fieldInvalid, { field: 'tif', rule: 'GTC for an oco' });
  if (tif === 'FOK') return reject(CODE.fieldInvalid, { field: 'tif', rule: 'GTC or IOC for a stop order' });
  if (postOnly) return reject(CODE.fieldInvalid, { field: 'postOnly', rule: 'no stop order' });
  if (slipE8 > 0) return reject(CODE.fieldInvalid, { field: 'maxSlip', rule: 'no stop order' });
  if (side === 'buy' && orderType === 'market' && totalUnits === 0n)
    return reject(CODE.fieldInvalid, { field: 'total', rule: 'required for a stop-market buy' });
  const nowTicks = indexOrLast(exchange.indexes, market);
  if (nowTicks === 0) return reject(CODE.fieldInvalid, { field, rule: 'the market has no price yet' });
  return (
    checkSide(CODE.lossSide, side === 'buy', waitTicks, nowTicks, market.price) ??
    (isOco ? checkSide(CODE.profitSide, side === 'sell', priceTicks, nowTicks, market.price) : null)
  );
}

/** M4. */
function checkSize(
  market: Market,
  { priceTicks, lots, totalUnits, stopTicks = 0, lossTicks = 0 }: PlaceSpot,
): Reject | null {
  const { info } = market;
  if (totalUnits === 0n && (lots < market.leastLots || lots > market.mostLots))
    return reject(CODE.amountOffStep, sizeParams(market));
  const valueTicks = Math.min(priceTicks, lossTicks || priceTicks) || stopTicks || market.lastPriceTicks;
  const value = totalUnits > 0n ? totalUnits : quoteUnits(market, valueTicks, lots);
  const known = totalUnits > 0n || valueTicks > 0;
  return known && value < market.leastUnits ? reject(CODE.belowMinNotional, { minNotional: info.minNotional }) : null;
}

function sizeParams({ info }: Market): Record<string, string> {
  return { step: info.amountStep, min: info.minAmount, max: info.maxAmount };
}

/** The band of M3, and the limit of M14. */
function checkUserLimits(
  exchange: ExchangeState,
  market: Market,
  { uid, orderType, priceTicks, coinInfoId, stopTicks = 0, replaces }: PlaceSpot,
): Reject | null {
  const near = stopTicks || indexOrLast(exchange.indexes, market);
  if (orderType === 'limit' && near > 0 && Math.abs(priceTicks - near) > near * market.bandRate) {
    return reject(CODE.priceOutsideBand, { band: Math.round(market.bandRate * 100) });
  }
  const open = exchange.orders.count(uid, coinInfoId) - (replaces === undefined ? 0 : 1);
  return open >= MAX_OPEN_ORDERS ? reject(CODE.limitReached, { limit: MAX_OPEN_ORDERS }) : null;
}

/** Available in the coin that the order pays with, and what the order whose place it takes holds of that (M19). */
function availableUnits(exchange: ExchangeState, market: Market, { uid, side, replaces }: PlaceSpot): Units {
  const { info } = market;
  const replaced = replaces === undefined ? undefined : exchange.orders.get(replaces);
  const available = exchange.ledger.peek(uid, 'spot', side === 'sell' ? info.id : info.quoteCoinId)?.available ?? 0n;
  return replaced ? available + heldUnits(market, replaced) : available;
}

/** L3. */
export function checkCover(exchange: ExchangeState, market: Market, place: PlaceSpot): Reject | null {
  const { side, orderType, priceTicks, lots, totalUnits, stopTicks = 0, lossTicks = 0 } = place;
  const have = availableUnits(exchange, market, place);
  if (side === 'sell') return checkBalance(baseUnits(market, lots), have);
  const perLotTicks = payTicks({ orderType, priceTicks, stopTicks, lossTicks });
  if (totalUnits === 0n && perLotTicks > 0) return checkBalance(quoteUnits(market, perLotTicks, lots), have);
  const lotCost = quoteUnits(market, stopTicks || (market.asks.best()?.priceTicks ?? 0), 1);
  if (totalUnits === 0n) return checkBalance(lotCost > 0n ? lotCost : 1n, have);
  return (
    checkBalance(totalUnits, have) ?? (totalUnits < lotCost ? reject(CODE.amountOffStep, sizeParams(market)) : null)
  );
}

/** M16: a market order with a bound is filled whole within it, or refused. */
function checkSlippage(exchange: ExchangeState, market: Market, place: PlaceSpot): Reject | null {
  const { uid, side, lots, totalUnits, slipE8 = 0 } = place;
  if (slipE8 === 0) return null;
  const refused = reject(CODE.slippage, { limit: slipE8 / 1e6 });
  const reference = market.lastPriceTicks || middleTicks(market);
  if (reference === 0) return refused;
  const slipTicks = Number((BigInt(reference) * BigInt(slipE8)) / ONE_E8);
  const priceTicks = side === 'buy' ? reference + slipTicks : Math.max(1, reference - slipTicks);
  if (totalUnits > 0n) return isFillable(market, { ...place, priceTicks }, totalUnits) ? null : refused;
  const found = simulateFill(market, { side, lots, limitTicks: priceTicks, ownerUid: uid });
  if (found.lots < lots) return refused;
  const cost = found.fills.reduce((sum, fill) => sum + quoteUnits(market, fill.priceTicks, fill.lots), 0n);
  return side === 'buy' ? checkBalance(cost, availableUnits(exchange, market, place)) : null;
}

/** M6 and M7. */
function checkTimeInForce(exchange: ExchangeState, market: Market, place: PlaceSpot): Reject | null {
  if (place.tif === 'FOK')
    return isFillable(market, place, availableUnits(exchange, market, place)) ? null : reject(CODE.fokNotFillable);
  const best = place.postOnly ? otherSide(market, place.side).best() : undefined;
  return best && crosses(place.side, place.priceTicks, best.priceTicks) ? reject(CODE.postOnlyWouldTrade) : null;
}
