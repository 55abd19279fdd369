// Placing an order, cancelling orders, and a maker's quote: the commands that touch a book.
import { SPOT_STATUS } from '../../core/orders/spot-order.ts';
import { CODE, type Reject, reject } from '../../core/errors/errors.ts';
import type { Command, PlaceSpot } from './command.ts';
import type { Core } from './state.ts';
import type { Accepted, OrderState } from './event.ts';
import { freeze, heldUnits, release } from './ledger/settle-spot.ts';
import { admit } from './matching/admit-order.ts';
import { type LiveOrder, newOrder, openLots, orderState } from './matching/live-order.ts';
import { type Market, sideOf } from './matching/spot-market.ts';
import { levelEvent, take } from './matching/apply-fill.ts';
import { REASON, type Reason } from './reason.ts';
import type { Turn } from './command-context.ts';

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>;
export type Answer = Accepted | Reject;

/** Orders one cancel may name, and quotes (as well as cancels) one quote may carry (M14). */
const MOST_CANCELS = 200;
const MOST_QUOTES = 1000;

export function placeSpot(core: Core, turn: Turn, place: PlaceSpot): Answer {
  const market = core.markets.get(place.coinInfoId);
  if (!market) return reject(CODE.notFound);
  return admit(core, market, place, turn.ts) ?? { orders: [bringIn(core, turn, market, place)] };
}

/**
 * Matches an order that was admitted; what is left of it rests or ends. `ownerUid` is who stands behind the clearing
 * account's orders.
 */
export function bringIn(core: Core, turn: Turn, market: Market, place: PlaceSpot, ownerUid = place.uid): OrderState {
  const { ledger } = core;
  core.orderId += 1;
  const base = ledger.account(place.uid, 'spot', market.info.id);
  const quote = ledger.account(place.uid, 'spot', market.info.quoteCoinId);
  const order = newOrder(core.orderId, place, base, quote, turn.ts, ownerUid);
  const stop = take(core, turn, market, order);
  if (isFilled(order, stop)) order.status = SPOT_STATUS.finished;
  else if (stop ?? order.tif !== 'GTC') end(order, stop ?? REASON.ioc);
  else rest(core, turn, market, order);
  return told(turn, market, order);
}

/** An order by total is filled when its money is spent but for less than a lot (M8). */
function isFilled(order: LiveOrder, stop: Reason | null): boolean {
  return order.totalUnits > 0n ? stop === null || stop === REASON.balance : openLots(order) === 0;
}

function end(order: LiveOrder, reason: Reason): void {
  order.status = SPOT_STATUS.cancelled;
  order.reason = reason;
}

function rest(core: Core, turn: Turn, market: Market, order: LiveOrder): void {
  order.status = order.dealLots > 0 ? SPOT_STATUS.partial : SPOT_STATUS.onBook;
  freeze(core.ledger, turn, market, order);
  levelEvent(turn, market, order.side, sideOf(market, order.side).add(order));
  core.orders.add(order);
  market.openOrders += 1;
}

function told(turn: Turn, market: Market, order: LiveOrder): OrderState {
  const state = orderState(order, order.level ? heldUnits(market, order) : 0n);
  turn.events.push({ kind: 'order', order: state });
  return state;
}

/** Takes a resting order out of the book and frees what it held. */
export function cancel(
  core: Core,
  turn: Turn,
  market: Market,
  order: LiveOrder,
  reason: Reason = REASON.user,
): OrderState {
  release(core.ledger, turn, market, order);
  levelEvent(turn, market, order.side, sideOf(market, order.side).remove(order));
  core.orders.delete(order);
  market.openOrders -= 1;
  order.updateTime = turn.ts;
  end(order, reason);
  return told(turn, market, order);
}

export function cancelSpot(core: Core, turn: Turn, { uid, orderIds }: Of<'cancelSpot'>): Answer {
  if (orderIds.length > MOST_CANCELS)
    return reject(CODE.fieldInvalid, { field: 'ids', rule: `at most ${MOST_CANCELS}` });
  const orders = ownOrders(core, uid, orderIds);
  if (orders.length > 0) return { orders: cancelAll(core, turn, orders) };
  const once = orderIds.some((id) => id >= 1 && id <= core.orderId && !core.orders.get(id));
  return reject(once ? CODE.orderFinished : CODE.notFound);
}

export function cancelAllSpot(core: Core, turn: Turn, { uid, coinInfoId }: Of<'cancelAllSpot'>): Answer {
  if (coinInfoId !== null && !core.markets.has(coinInfoId)) return reject(CODE.notFound);
  return { orders: cancelAll(core, turn, core.orders.of(uid, coinInfoId)) };
}

/** Open orders of the owner among the ids, each once. */
function ownOrders(core: Core, uid: number, ids: number[]): LiveOrder[] {
  const found = new Set<LiveOrder>();
  for (const id of ids) {
    const order = core.orders.get(id);
    if (order?.uid === uid) found.add(order);
  }
  return [...found];
}

function cancelAll(core: Core, turn: Turn, orders: LiveOrder[]): OrderState[] {
  return orders.map((order) => cancel(core, turn, core.markets.get(order.coinInfoId)!, order));
}

export function quote(core: Core, turn: Turn, command: Of<'quote'>): Answer {
  const { uid, coinInfoId } = command;
  const market = core.markets.get(coinInfoId);
  if (!market) return reject(CODE.notFound);
  if (command.cancel.length > MOST_QUOTES || command.place.length > MOST_QUOTES)
    return reject(CODE.fieldInvalid, { field: 'quote', rule: `at most ${MOST_QUOTES}` });
  cancelAll(
    core,
    turn,
    ownOrders(core, uid, command.cancel).filter((order) => order.coinInfoId === coinInfoId),
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
    if (!admit(core, market, place, turn.ts)) orders.push(bringIn(core, turn, market, place));
  }
  return { orders };
}
