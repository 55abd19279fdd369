// My spot orders that still stand: fetched once, then kept by the feed's word alone.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { SPOT_STATUS, type SpotOrder } from '../../contract/order.ts';
import type { ThreadEvent } from '../../contract/thread.ts';
import { call } from '../api/call.ts';
import { sessionToken } from './session.ts';

/** How far the list is known: `failed` keeps what was known before. */
export type OrdersState = 'unknown' | 'loading' | 'ready' | 'failed';

/** Open orders fetched at once; the exchange allows fewer than that per user. */
const PAGE_SIZE = 100;
/** Orders remembered, those that are over included so that a late word cannot reopen them; above it only open ones are kept. */
const KEPT_ORDERS = 1_000;

const byId = signal<ReadonlyMap<number, SpotOrder>>(new Map());
const state = signal<OrdersState>('unknown');
const changes = signal(0);

/** Open orders, newest first. */
export const openOrders: ReadonlySignal<readonly SpotOrder[]> = computed(() => (
  [...byId.value.values()].filter(isOpen).sort((a, b) => b.createTime - a.createTime || b.id - a.id)
));
export const ordersState: ReadonlySignal<OrdersState> = state;
/** Counts what happened to my orders, so that a history on screen knows when to look again. */
export const orderChanges: ReadonlySignal<number> = changes;

/** Whether an order can still trade or be cancelled. */
function isOpen(order: SpotOrder): boolean {
  return order.status === SPOT_STATUS.pending || order.status === SPOT_STATUS.onBook || order.status === SPOT_STATUS.partial;
}

/** Orders are kept by id; of two pictures of one order the later stands, and one that is over stays over. */
export function mergeOrder(known: ReadonlyMap<number, SpotOrder>, order: SpotOrder): ReadonlyMap<number, SpotOrder> {
  const before = known.get(order.id);
  if (before && (before.updateTime > order.updateTime || (!isOpen(before) && isOpen(order)))) return known;
  return new Map(known).set(order.id, order);
}

/** Takes one order from the feed or from an answer. */
export function applyOrder(order: SpotOrder): void {
  const next = mergeOrder(byId.peek(), order);
  if (next === byId.peek()) return;
  byId.value = next.size > KEPT_ORDERS ? new Map([...next].filter(([, kept]) => isOpen(kept))) : next;
  changes.value += 1;
}

let asked = 0;

/** Fetches the open orders again. What the feed says meanwhile is kept when it is later than the answer. */
export async function loadOrders(): Promise<void> {
  const ask = ++asked;
  const token = sessionToken.peek();
  if (token === '') return forgetOrders();
  const during = new Map(byId.peek());
  if (state.peek() !== 'ready') state.value = 'loading';
  try {
    const { list } = await call('/coin/order/list', { state: 'current', pageSize: PAGE_SIZE });
    if (ask !== asked) return;
    byId.value = joinAnswer(list, during, byId.peek());
    state.value = 'ready';
    changes.value += 1;
  } catch (cause) {
    if (ask !== asked) return;
    console.warn('open orders could not be fetched', cause);
    state.value = 'failed';
  }
}

/** The answer, plus what the feed changed between question (`before`) and answer (`now`). */
function joinAnswer(list: readonly SpotOrder[], before: ReadonlyMap<number, SpotOrder>, now: ReadonlyMap<number, SpotOrder>): ReadonlyMap<number, SpotOrder> {
  let joined: ReadonlyMap<number, SpotOrder> = new Map(list.map((order) => [order.id, order]));
  for (const [id, order] of now) {
    if (before.get(id) !== order) joined = mergeOrder(joined, order);
  }
  return joined;
}

/** Nobody is logged in: there are no orders of mine. */
export function forgetOrders(): void {
  asked += 1;
  byId.value = new Map();
  state.value = 'unknown';
}

/** What frames say of my orders. */
export function hearOrders(event: ThreadEvent): void {
  if (event.kind === 'order') applyOrder(event.order);
  else if (event.kind === 'privateReset') void loadOrders();
  else if (event.kind === 'sessionEnded') forgetOrders();
}
