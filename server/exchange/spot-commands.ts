// Commands that touch a book: placing and cancelling spot orders, and a maker's quote.
import { SPOT_STATUS } from '../../core/orders/spot-order.ts';
import { CODE, type Code, reject } from '../../core/errors/errors.ts';
import { type CommandOf, type PlaceSpot, isBot } from './command.ts';
import type { ExchangeState } from './state.ts';
import type { OrderState } from './event.ts';
import type { Answer } from './outcome.ts';
import { freezeForOrder, heldUnits, releaseForOrder } from './ledger/settle-spot.ts';
import { checkCover, validateSpotOrder } from './matching/validate-spot-order.ts';
import { type LiveOrder, isWaiting, newOrder, openLots, orderState, waitTicks } from './matching/live-order.ts';
import { type Market, sideOf } from './matching/spot-market.ts';
import { emitLevel, matchTaker } from './matching/match-taker.ts';
import { REASON, type Reason } from './reason.ts';
import { STOP } from '../../core/matching/match.ts';
import type { PriceTicks } from '../../core/units/units.ts';
import type { CommandContext } from './command-context.ts';

/** Orders that one cancel may name; quotes, and cancels, that one quote may carry (M14). */
const MAX_CANCELS = 200;
const MAX_QUOTES = 1000;

export function placeSpot(context: CommandContext, place: PlaceSpot): Answer {
  const { exchange } = context;
  const market = exchange.markets.get(place.coinInfoId);
  if (!market) return reject(CODE.notFound);
  if (place.replaces !== undefined) return replaceOrder(context, market, place, place.replaces);
  return (
    validateSpotOrder(exchange, market, place, context.ts) ?? {
      orders: [insertOrder(context, market, place)],
    }
  );
}

/** M19: the one is cancelled and the other placed, or neither. */
function replaceOrder(context: CommandContext, market: Market, place: PlaceSpot, id: number): Answer {
  const { exchange } = context;
  const [replaced] = ownOrders(exchange, place.uid, [id]);
  if (!replaced) return reject(noOrder(exchange, [id]));
  const byTotal = replaced.totalUnits > 0n;
  if (replaced.coinInfoId !== market.info.id || replaced.side !== place.side || byTotal !== place.totalUnits > 0n)
    return reject(CODE.fieldInvalid, { field: 'id', rule: 'of the same market, side and kind of amount' });
  // It may have been filled in part after its owner saw it.
  const rest = byTotal ? place : { ...place, lots: Math.min(place.lots, openLots(replaced)) };
  const refusal = validateSpotOrder(exchange, market, rest, context.ts);
  if (refusal) return refusal;
  cancelOrder(context, market, replaced);
  return { orders: [insertOrder(context, market, rest)] };
}

/**
 * Matches a validated order; what is left of it rests or is cancelled. `ownerUid` is the owner of the contract that the
 * clearing account trades for.
 */
export function insertOrder(
  context: CommandContext,
  market: Market,
  place: PlaceSpot,
  ownerUid = place.uid,
): OrderState {
  const { exchange } = context;
  const { ledger } = exchange;
  exchange.orderId += 1;
  const base = ledger.account(place.uid, 'spot', market.info.id);
  const quote = ledger.account(place.uid, 'spot', market.info.quoteCoinId);
  const order = newOrder(exchange.orderId, place, base, quote, context.ts, ownerUid);
  if (order.stopTicks > 0) return waitForStop(context, market, order);
  const stop = matchTaker(context, market, order);
  if (isFilled(order, stop)) order.status = SPOT_STATUS.finished;
  else if (stop ?? order.tif !== 'GTC') markCancelled(order, stop ?? REASON.ioc);
  else restOrder(context, market, order);
  return emitOrder(context, market, order);
}

/** An order by total is filled when less than the price of a lot is left (M8). */
function isFilled(order: LiveOrder, stop: Reason | null): boolean {
  if (order.totalUnits === 0n) return openLots(order) === 0;
  return order.dealLots > 0 && (stop === null || stop === REASON.balance);
}

function markCancelled(order: LiveOrder, reason: Reason): void {
  order.status = SPOT_STATUS.cancelled;
  order.reason = reason;
}

function restOrder(context: CommandContext, market: Market, order: LiveOrder): void {
  order.status = order.dealLots > 0 ? SPOT_STATUS.partial : SPOT_STATUS.onBook;
  freezeForOrder(context, market, order);
  emitLevel(context, market, order.side, sideOf(market, order.side).add(order));
  context.exchange.orders.add(order);
  if (order.lossTicks > 0) market.stops.add(order);
  market.openOrders += 1;
}

function waitForStop(context: CommandContext, market: Market, order: LiveOrder): OrderState {
  freezeForOrder(context, market, order);
  market.stops.add(order);
  context.exchange.orders.add(order);
  market.openOrders += 1;
  return emitOrder(context, market, order);
}

function emitOrder(context: CommandContext, market: Market, order: LiveOrder): OrderState {
  const state = orderState(order, order.level || isWaiting(order) ? heldUnits(market, order) : 0n);
  context.events.push({ kind: 'order', order: state });
  return state;
}

/** Cancels a resting order and releases what it froze. */
export function cancelOrder(
  context: CommandContext,
  market: Market,
  order: LiveOrder,
  reason: Reason = REASON.user,
): OrderState {
  removeOrder(context, market, order);
  markCancelled(order, reason);
  return emitOrder(context, market, order);
}

/**
 * The price of a stop order is reached: it ends, and its order is placed under the next id (M17, M18). A market order
 * trades no further than `boundTicks`; what the book has not within it waits on, as a stop order again.
 */
export function triggerStop(context: CommandContext, market: Market, stop: LiveOrder, boundTicks: PriceTicks): void {
  cancelOrder(context, market, stop, REASON.triggered);
  const { uid, coinInfoId, side, totalUnits, tif } = stop;
  const byMarket = stop.orderType === 'market' || stop.lossTicks > 0;
  const lots = openLots(stop);
  const place: PlaceSpot = {
    kind: 'placeSpot',
    uid,
    coinInfoId,
    side,
    orderType: byMarket ? 'market' : 'limit',
    priceTicks: byMarket ? boundTicks : stop.priceTicks,
    lots,
    totalUnits,
    tif,
    postOnly: false,
    clientNo: '',
  };
  const { reason, dealLots, dealUnits } = insertOrder(context, market, place);
  if (reason !== STOP.noLiquidity) return;
  const left = totalUnits > 0n ? { totalUnits: totalUnits - dealUnits } : { lots: lots - dealLots };
  const rest: PlaceSpot = { ...place, ...left, priceTicks: 0, stopTicks: waitTicks(stop) };
  // A buy of some lots may have cost more than was frozen for them.
  if (totalUnits > 0n || !checkCover(context.exchange, market, rest)) insertOrder(context, market, rest);
}

/** Takes an open order out of the book, or from those that wait, and releases what it froze. */
function removeOrder(context: CommandContext, market: Market, order: LiveOrder): void {
  releaseForOrder(context, market, order);
  market.stops.delete(order);
  if (order.level) emitLevel(context, market, order.side, sideOf(market, order.side).remove(order));
  context.exchange.orders.delete(order);
  market.openOrders -= 1;
  order.updateTime = context.ts;
}

export function cancelSpot(context: CommandContext, { uid, orderIds }: CommandOf<'cancelSpot'>): Answer {
  const { exchange } = context;
  if (orderIds.length > MAX_CANCELS) return reject(CODE.fieldInvalid, { field: 'ids', rule: `at most ${MAX_CANCELS}` });
  const orders = ownOrders(exchange, uid, orderIds);
  if (orders.length > 0) return { orders: cancelOrders(context, orders) };
  return reject(noOrder(exchange, orderIds));
}

/** Why none of the orders is an open one of the user. */
function noOrder(exchange: ExchangeState, ids: number[]): Code {
  const once = ids.some((id) => id >= 1 && id <= exchange.orderId && !exchange.orders.get(id));
  return once ? CODE.orderFinished : CODE.notFound;
}

export function cancelAllSpot(context: CommandContext, { uid, coinInfoId }: CommandOf<'cancelAllSpot'>): Answer {
  const { exchange } = context;
  if (coinInfoId !== null && !exchange.markets.has(coinInfoId)) return reject(CODE.notFound);
  return { orders: cancelOrders(context, exchange.orders.of(uid, coinInfoId)) };
}

/**
 * Brings a machine to the state that a start restores from the store: bots' orders end with their process (L13), and
 * all triggers are checked.
 */
export function restart(context: CommandContext): Answer {
  const { exchange } = context;
  for (const contractMarket of exchange.contracts.markets.values())
    Object.assign(contractMarket, { dirty: true, isTicking: false });
  const orders = [...exchange.orders.all()].filter(({ uid }) => isBot(uid)).sort((a, b) => a.id - b.id);
  cancelOrders(context, orders);
  return { orders: [] };
}

/** Open orders of the owner among the ids, without duplicates. */
function ownOrders(exchange: ExchangeState, uid: number, ids: number[]): LiveOrder[] {
  const found = new Set<LiveOrder>();
  for (const id of ids) {
    const order = exchange.orders.get(id);
    if (order?.uid === uid) found.add(order);
  }
  return [...found];
}

function cancelOrders(context: CommandContext, orders: LiveOrder[]): OrderState[] {
  return orders.map((order) => cancelOrder(context, context.exchange.markets.get(order.coinInfoId)!, order));
}

export function quote(context: CommandContext, command: CommandOf<'quote'>): Answer {
  const { exchange } = context;
  const { uid, coinInfoId } = command;
  const market = exchange.markets.get(coinInfoId);
  if (!market) return reject(CODE.notFound);
  if (command.cancel.length > MAX_QUOTES || command.place.length > MAX_QUOTES)
    return reject(CODE.fieldInvalid, { field: 'quote', rule: `at most ${MAX_QUOTES}` });
  cancelOrders(
    context,
    ownOrders(exchange, uid, command.cancel).filter((order) => order.coinInfoId === coinInfoId),
  );
  const orders: OrderState[] = [];
  for (const { side, priceTicks, lots } of command.place) {
    const place: PlaceSpot = {
      kind: 'placeSpot',
      uid,
      coinInfoId,
      side,
      orderType: 'limit',
      priceTicks,
      lots,
      totalUnits: 0n,
      tif: 'GTC',
      postOnly: true,
      clientNo: '',
    };
    if (!validateSpotOrder(exchange, market, place, context.ts)) orders.push(insertOrder(context, market, place));
  }
  return { orders };
}
