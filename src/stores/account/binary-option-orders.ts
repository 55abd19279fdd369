// My seconds contracts: those that run, and each as it is settled; fetched once, then kept by the feed's word.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { type SecondsOrder, secondsOrderSchema } from '../../../core/orders/binary-option-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { call } from '../../api/call.ts';
import type { OrdersState } from './open-orders.ts';
import { onThreadEvent } from '../market/frame-receiver.ts';
import { sessionToken } from './session.ts';

/** Orders asked for at once. */
const PAGE_SIZE = 100;
/** Pages of history that totals are reckoned from at most. */
const MOST_PAGES = 20;

const byId = signal<ReadonlyMap<number, SecondsOrder>>(new Map());
const state = signal<OrdersState>('unknown');
const changes = signal(0);
const results = signal<readonly SecondsOrder[]>([]);
let asked = 0;

/** Those that are not settled, the next to expire first. */
export const runningSeconds: ReadonlySignal<readonly SecondsOrder[]> = computed(() =>
  [...byId.value.values()].filter(isRunning).sort((a, b) => a.expirationTime - b.expirationTime || a.id - b.id),
);
export const secondsState: ReadonlySignal<OrdersState> = state;
/** Counts what happened, so that a history on screen knows when to look again. */
export const secondsChanges: ReadonlySignal<number> = changes;
/** Settled while this page was open and not seen yet, oldest first. */
export const secondsResults: ReadonlySignal<readonly SecondsOrder[]> = results;

function isRunning({ result }: SecondsOrder): boolean {
  return result === '';
}

/** How much is known of an order: more never becomes less. */
function stage({ result, strikePrice, proof }: SecondsOrder): number {
  if (result !== '') return proof ? 3 : 2;
  return strikePrice === '' ? 0 : 1;
}

/** Orders by id; of two pictures of one order the one that knows more stands. The same map where nothing is new. */
export function mergeSeconds(
  known: ReadonlyMap<number, SecondsOrder>,
  order: SecondsOrder,
): ReadonlyMap<number, SecondsOrder> {
  const before = known.get(order.id);
  return before && stage(before) >= stage(order) ? known : new Map(known).set(order.id, { ...before, ...order });
}

/** Takes one order from the feed or from an answer. One that ran and does no more becomes a result. */
export function applySeconds(order: SecondsOrder): void {
  const before = byId.peek().get(order.id);
  const next = mergeSeconds(byId.peek(), order);
  if (next === byId.peek()) return;
  byId.value = next;
  changes.value += 1;
  if (before && isRunning(before) && !isRunning(order)) results.value = [...results.peek(), order];
}

/** The first result has been seen. */
export function resultSeen(): void {
  results.value = results.peek().slice(1);
}

/**
 * Fetches what runs; an order that ran and is not in the answer was settled meanwhile, and its result is fetched too.
 */
export async function loadSeconds(): Promise<void> {
  const own = ++asked;
  if (sessionToken.peek() === '') return clearSeconds();
  if (state.peek() !== 'ready') state.value = 'loading';
  try {
    const { list } = await call('/qt/contract/order/list', { state: 'holding', pageSize: PAGE_SIZE });
    const open = new Set(list.map(({ id }) => id));
    const missed = runningSeconds.peek().filter(({ id }) => !open.has(id));
    const ended = await Promise.all(missed.map(({ orderNum }) => call('/qt/contract/order/list', { orderNum })));
    if (own !== asked) return;
    for (const order of [...list, ...ended.flatMap((answer) => answer.list)]) applySeconds(order);
    state.value = 'ready';
  } catch (cause) {
    if (own !== asked) return;
    console.warn('seconds contracts could not be fetched', cause);
    state.value = 'failed';
  }
}

/** Nobody is logged in: there are none of mine. */
function clearSeconds(): void {
  asked += 1;
  byId.value = new Map();
  results.value = [];
  state.value = 'unknown';
}

/** Settled orders, newest first; `whole` is false where there are more than are fetched. Throws CallError. */
export async function settledSeconds(of: {
  coinInfoId?: number | undefined;
  startTime?: number | undefined;
}): Promise<{ list: readonly SecondsOrder[]; whole: boolean }> {
  const list: SecondsOrder[] = [];
  const filter = {
    ...(of.coinInfoId !== undefined && { coinInfoId: of.coinInfoId }),
    ...(of.startTime !== undefined && { startTime: of.startTime }),
  };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await call('/qt/contract/order/list', { state: 'history', page, pageSize: PAGE_SIZE, ...filter });
    list.push(...answer.list);
    if (!answer.hasMore) return { list, whole: true };
  }
  return { list, whole: false };
}

// My orders are heard from the first page on that shows them.
onThreadEvent(onSecondsEvent);
sessionToken.subscribe((token) => {
  clearSeconds();
  if (token !== '') void loadSeconds();
});

/** What frames say of my seconds contracts. What is out of shape is told to the console and left out. */
function onSecondsEvent(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') void loadSeconds();
  if (event.kind !== 'channel' || event.channel !== 'qtOrders') return;
  const read = v.safeParse(secondsOrderSchema, event.data);
  if (read.success) applySeconds(read.output);
  else console.warn('a seconds contract could not be read', read.issues[0].message);
}
