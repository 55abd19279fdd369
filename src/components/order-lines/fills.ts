// The user's fills in a market, as chart marks: of closed orders and of partially filled open ones.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { TradeMark } from '../../../chart/api.ts';
import { read } from '../../api/read.ts';

/** Newest closed orders that are read. */
const MAX_ORDERS = 100;
/**
 * Fills of orders that were open longer than this are requested one by one; the fills of younger ones
 * have the order's time.
 */
const IMMEDIATE_MS = 1_000;
/**
 * Most requests of fills per load, newest orders first. Further orders get one mark at their average
 * price and last change.
 */
const MAX_FILL_REQUESTS = 20;
/** Most cached responses; more than the newest orders have. */
const MAX_CACHED_ORDERS = 400;

/** An executed part of an order. */
export interface Fill {
  side: SpotOrder['side'];
  /** Milliseconds since the epoch. */
  time: number;
  price: string;
  amount: string;
}

/** Fills by order id and update time: a changed order has a new key. */
const fillsByOrder = new Map<string, Fill[]>();

const hasFills = (order: SpotOrder): boolean => Number(order.dealAmount) > 0;
const averageFill = (order: SpotOrder): Fill => ({
  side: order.side,
  time: order.updateTime,
  price: order.avgPrice,
  amount: order.dealAmount,
});

/** The fills of a market, oldest first. Throws CallError when a request fails. */
export async function loadFills(
  { info }: Instrument,
  open: readonly SpotOrder[],
  signal: AbortSignal,
): Promise<Fill[]> {
  const { list } = await read(
    '/coin/order/list',
    { state: 'history', coinInfoId: info.id, pageSize: MAX_ORDERS },
    { signal },
  );
  const orders = [...open.filter((order) => order.coinInfoId === info.id), ...list].filter(hasFills);
  const fills: Fill[] = [];
  let requests = 0;
  for (const order of orders) {
    const rested = order.updateTime - order.createTime > IMMEDIATE_MS;
    const key = `${order.id} ${order.updateTime}`;
    if (rested && !fillsByOrder.has(key) && requests < MAX_FILL_REQUESTS) {
      requests += 1;
      cacheFills(key, await fillsOf(order, signal));
    }
    fills.push(...(fillsByOrder.get(key) ?? [averageFill(order)]));
  }
  return fills.sort((one, other) => one.time - other.time);
}

async function fillsOf(order: SpotOrder, signal: AbortSignal): Promise<Fill[]> {
  const { deals = [] } = await read('/coin/order/query', { id: order.id }, { signal });
  return deals.length === 0
    ? [averageFill(order)]
    : deals.map(({ ts, price, amount }) => ({ side: order.side, time: ts, price, amount }));
}

function cacheFills(key: string, fills: Fill[]): void {
  if (fillsByOrder.size >= MAX_CACHED_ORDERS) fillsByOrder.clear();
  fillsByOrder.set(key, fills);
}

/** Fills as chart marks, labelled by `label`. */
export function fillMarks(fills: readonly Fill[], label: (fill: Fill) => string): TradeMark[] {
  return fills.map((fill) => ({ time: fill.time, price: Number(fill.price), side: fill.side, label: label(fill) }));
}
