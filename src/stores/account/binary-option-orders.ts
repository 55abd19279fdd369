// The user's binary options ("seconds contracts").
// Running ones and new results; fetched once, then updated by the feed.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { type SecondsOrder, secondsOrderSchema } from '../../../core/orders/binary-option-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { read } from '../../api/read.ts';
import { onThreadEvent } from '../market/frame-receiver.ts';
import type { OrdersState } from './open-orders.ts';
import { sessionToken } from './session.ts';

/** Orders per page. */
const PAGE_SIZE = 100;
/** Maximum pages of history that totals are computed from. */
const MAX_PAGES = 20;

const byId = signal<ReadonlyMap<number, SecondsOrder>>(new Map());
const state = signal<OrdersState>('unknown');
const changes = signal(0);
const results = signal<readonly SecondsOrder[]>([]);
let latestRequest = 0;

/** Running orders, the next to expire first. */
export const runningSeconds: ReadonlySignal<readonly SecondsOrder[]> = computed(() =>
  [...byId.value.values()].filter(isRunning).sort((a, b) => a.expirationTime - b.expirationTime || a.id - b.id),
);
export const secondsState: ReadonlySignal<OrdersState> = state;
/** Counts changes; a history on screen refetches when it grows. */
export const secondsChanges: ReadonlySignal<number> = changes;
/** Orders settled while this page was open and not shown yet, oldest first. */
export const secondsResults: ReadonlySignal<readonly SecondsOrder[]> = results;

function isRunning({ result }: SecondsOrder): boolean {
  return result === '';
}

/** How complete an order is; a more complete state is never replaced by a less complete one. */
function completeness({ result, strikePrice, proof }: SecondsOrder): number {
  if (result !== '') return proof ? 3 : 2;
  return strikePrice === '' ? 0 : 1;
}

/** Merges an order by id; the more complete version wins. Returns the same map when nothing changes. */
export function mergeSeconds(
  known: ReadonlyMap<number, SecondsOrder>,
  order: SecondsOrder,
): ReadonlyMap<number, SecondsOrder> {
  const before = known.get(order.id);
  return before && completeness(before) >= completeness(order)
    ? known
    : new Map(known).set(order.id, { ...before, ...order });
}

/** Applies an order from the feed or from a response. A running order that is now settled is added to the results. */
export function applySeconds(order: SecondsOrder): void {
  const before = byId.peek().get(order.id);
  const next = mergeSeconds(byId.peek(), order);
  if (next === byId.peek()) return;
  byId.value = next;
  changes.value += 1;
  if (before && isRunning(before) && !isRunning(order)) results.value = [...results.peek(), order];
}

/** Removes the first result after it was shown. */
export function dismissResult(): void {
  results.value = results.peek().slice(1);
}

/**
 * Fetches running orders. An order that was running and is missing from the response has been settled: its result is
 * fetched too.
 */
export async function loadSeconds(): Promise<void> {
  const own = ++latestRequest;
  if (sessionToken.peek() === '') return clearSeconds();
  if (state.peek() !== 'ready') state.value = 'loading';
  try {
    const list = await runningOrders();
    const open = new Set(list.map(({ id }) => id));
    const missed = runningSeconds.peek().filter(({ id }) => !open.has(id));
    const ended = await Promise.all(missed.map(({ orderNum }) => read('/qt/contract/order/list', { orderNum })));
    if (own !== latestRequest) return;
    for (const order of [...list, ...ended.flatMap((answer) => answer.list)]) applySeconds(order);
    state.value = 'ready';
  } catch (cause) {
    if (own !== latestRequest) return;
    console.warn('binary options fetch failed', cause);
    state.value = 'failed';
  }
}

/** All running orders: a user may have 100 in each market. */
async function runningOrders(): Promise<readonly SecondsOrder[]> {
  const list: SecondsOrder[] = [];
  // By time and not by page: one that ends meanwhile would move another out of every page.
  for (let endTime: number | undefined; ;) {
    const page = await read('/qt/contract/order/list', {
      state: 'holding',
      pageSize: PAGE_SIZE,
      ...(endTime && { endTime }),
    });
    list.push(...page.list);
    const oldest = page.list.at(-1)?.buyTime;
    if (!page.hasMore || oldest === endTime) return list;
    endTime = oldest;
  }
}

/** Clears all orders. */
function clearSeconds(): void {
  latestRequest += 1;
  byId.value = new Map();
  results.value = [];
  state.value = 'unknown';
}

/**
 * Settled orders, each once, newest first; `whole` is false where there are more than MAX_PAGES pages. Throws
 * CallError.
 */
export async function settledSeconds(of: {
  coinInfoId?: number | undefined;
  startTime?: number | undefined;
}): Promise<{ list: readonly SecondsOrder[]; whole: boolean }> {
  // One that is settled meanwhile moves the others, and the last of a page comes again with the next.
  const list = new Map<number, SecondsOrder>();
  const filter = {
    ...(of.coinInfoId !== undefined && { coinInfoId: of.coinInfoId }),
    ...(of.startTime !== undefined && { startTime: of.startTime }),
  };
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await read('/qt/contract/order/list', { state: 'history', page, pageSize: PAGE_SIZE, ...filter });
    for (const order of answer.list) list.set(order.id, order);
    if (!answer.hasMore) return { list: [...list.values()], whole: true };
  }
  return { list: [...list.values()], whole: false };
}

// Starts with the first page that imports this store.
onThreadEvent(handleSecondsEvent);
sessionToken.subscribe((token) => {
  clearSeconds();
  if (token !== '') void loadSeconds();
});

/** Applies an event. Invalid data is logged and ignored. */
function handleSecondsEvent(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') void loadSeconds();
  if (event.kind !== 'channel' || event.channel !== 'qtOrders') return;
  const read = v.safeParse(secondsOrderSchema, event.data);
  if (read.success) applySeconds(read.output);
  else console.warn('binary option event invalid', read.issues[0].message);
}
