// Open orders of one kind: fetched once, then updated by the feed.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { sessionToken } from './session.ts';

/** Loading state of the list; `failed` retains the last known orders. */
export type OrdersState = 'unknown' | 'loading' | 'ready' | 'failed';

/** Fields common to all kinds of orders; times in ms. */
export interface OrderRecord {
  id: number;
  createTime: number;
  updateTime: number;
}

export interface OpenOrders<T extends OrderRecord> {
  /** Newest first. */
  open: ReadonlySignal<readonly T[]>;
  state: ReadonlySignal<OrdersState>;
  /** Counts changes; a history on screen refetches when it grows. */
  changes: ReadonlySignal<number>;
  /** Applies an order from the feed or from a response. */
  apply(order: T): void;
  /** Fetches the list. Changes from the feed during the request win where they are newer. */
  load(): Promise<void>;
  /** Clears all orders. */
  clear(): void;
}

/**
 * Orders retained, closed ones included so that a late update cannot reopen them; above this number only open ones are
 * retained.
 */
const MAX_CLOSED_ORDERS = 1_000;

/** Merges an order by id: the newer version wins, and a closed order stays closed. */
export function mergeOrder<T extends OrderRecord>(
  known: ReadonlyMap<number, T>,
  order: T,
  isOpen: (order: T) => boolean,
): ReadonlyMap<number, T> {
  const before = known.get(order.id);
  if (before && (before.updateTime > order.updateTime || (!isOpen(before) && isOpen(order)))) return known;
  return new Map(known).set(order.id, order);
}

/** `ask` fetches every open order; `what` names them in the log. */
export function createOpenOrders<T extends OrderRecord>(
  what: string,
  isOpen: (order: T) => boolean,
  fetchOpen: () => Promise<readonly T[]>,
): OpenOrders<T> {
  const byId = signal<ReadonlyMap<number, T>>(new Map());
  const state = signal<OrdersState>('unknown');
  const changes = signal(0);
  let latestRequest = 0;

  const apply = (order: T): void => {
    const next = mergeOrder(byId.peek(), order, isOpen);
    if (next === byId.peek()) return;
    byId.value = next.size > MAX_CLOSED_ORDERS ? new Map([...next].filter(([, retained]) => isOpen(retained))) : next;
    changes.value += 1;
  };

  /** The response plus what the feed changed between request (`before`) and response (`now`). */
  const mergeResponse = (
    list: readonly T[],
    before: ReadonlyMap<number, T>,
    now: ReadonlyMap<number, T>,
  ): ReadonlyMap<number, T> => {
    let all: ReadonlyMap<number, T> = new Map(list.map((order) => [order.id, order]));
    for (const [id, order] of now) if (before.get(id) !== order) all = mergeOrder(all, order, isOpen);
    return all;
  };

  const clear = (): void => {
    latestRequest += 1;
    byId.value = new Map();
    state.value = 'unknown';
  };

  const load = async (): Promise<void> => {
    const own = ++latestRequest;
    if (sessionToken.peek() === '') return clear();
    const before = byId.peek();
    if (state.peek() !== 'ready') state.value = 'loading';
    try {
      const list = await fetchOpen();
      if (own !== latestRequest) return;
      byId.value = mergeResponse(list, before, byId.peek());
      state.value = 'ready';
      changes.value += 1;
    } catch (cause) {
      if (own !== latestRequest) return;
      console.warn(`${what} fetch failed`, cause);
      state.value = 'failed';
    }
  };

  return {
    open: computed(() =>
      [...byId.value.values()].filter(isOpen).sort((a, b) => b.createTime - a.createTime || b.id - a.id),
    ),
    state,
    changes,
    apply,
    load,
    clear,
  };
}
