// My fills on the shown market, as marks: from the orders that are over, and the open ones that have traded in part.
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import type { TradeMark } from '../../../../chart/api.ts';
import { call } from '../../../api/call.ts';

/** Newest orders that are looked at. */
const MOST_ORDERS = 100;
/** Of orders that stood this long the exchange is asked when each part traded; younger ones traded when they came. */
const AT_ONCE_MS = 1_000;
/**
 * So many orders are asked about in one go, newest first; older ones get one mark at their average price and last
 * change.
 */
const MOST_ASKED = 20;
/** Answers kept; more than the newest orders can have. */
const MAX_FILLS = 400;

/** A part of an order that traded. */
export interface Fill {
  side: SpotOrder['side'];
  /** ms. */
  time: number;
  price: string;
  amount: string;
}

/** Deals of orders by id and time of the last change: a change makes them another key. */
const known = new Map<string, Fill[]>();

const traded = (order: SpotOrder): boolean => Number(order.dealAmount) > 0;
const whole = (order: SpotOrder): Fill => ({
  side: order.side,
  time: order.updateTime,
  price: order.avgPrice,
  amount: order.dealAmount,
});

/** Fills of a market, oldest first. Throws CallError when the orders cannot be had. */
export async function loadFills(
  { info }: Instrument,
  open: readonly SpotOrder[],
  signal: AbortSignal,
): Promise<Fill[]> {
  const { list } = await call(
    '/coin/order/list',
    { state: 'history', coinInfoId: info.id, pageSize: MOST_ORDERS },
    { signal },
  );
  const orders = [...open.filter((order) => order.coinInfoId === info.id), ...list].filter(traded);
  const fills: Fill[] = [];
  let asked = 0;
  for (const order of orders) {
    const stood = order.updateTime - order.createTime > AT_ONCE_MS;
    const key = `${order.id} ${order.updateTime}`;
    if (stood && !known.has(key) && asked < MOST_ASKED) {
      asked += 1;
      remember(key, await fillsOf(order, signal));
    }
    fills.push(...(known.get(key) ?? [whole(order)]));
  }
  return fills.sort((one, other) => one.time - other.time);
}

async function fillsOf(order: SpotOrder, signal: AbortSignal): Promise<Fill[]> {
  const { deals = [] } = await call('/coin/order/query', { id: order.id }, { signal });
  return deals.length === 0
    ? [whole(order)]
    : deals.map(({ ts, price, amount }) => ({ side: order.side, time: ts, price, amount }));
}

function remember(key: string, fills: Fill[]): void {
  if (known.size >= MAX_FILLS) known.clear();
  known.set(key, fills);
}

/** Fills as marks; `label` words them. */
export function marksOf(fills: readonly Fill[], label: (fill: Fill) => string): TradeMark[] {
  return fills.map((fill) => ({ time: fill.time, price: Number(fill.price), side: fill.side, label: label(fill) }));
}
