// Orders of mine of one kind that still stand: fetched once, then kept by the feed's word alone.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { sessionToken } from './session.ts';

/** How far the list is known: `failed` keeps what was known before. */
export type OrdersState = 'unknown' | 'loading' | 'ready' | 'failed';

/** What every kind of order has; times in ms. */
export interface OwnOrder {
  id: number;
  createTime: number;
  updateTime: number;
}

export interface OwnOrders<T extends OwnOrder> {
  /** Newest first. */
  open: ReadonlySignal<readonly T[]>;
  state: ReadonlySignal<OrdersState>;
  /** Counts what happened, so that a history on screen knows when to look again. */
  changes: ReadonlySignal<number>;
  /** Takes one order from the feed or from an answer. */
  apply(order: T): void;
  /** Fetches again. What the feed says meanwhile is kept when it is later than the answer. */
  load(): Promise<void>;
  /** Nobody is logged in: there are none of mine. */
  forget(): void;
}

/**
 * Orders remembered, those that are over included so that a late word cannot reopen them; above it only open ones are
 * kept.
 */
const MAX_CLOSED_ORDERS = 1_000;

/** Orders are kept by id; of two pictures of one order the later stands, and one that is over stays over. */
export function mergeOrder<T extends OwnOrder>(
  known: ReadonlyMap<number, T>,
  order: T,
  isOpen: (order: T) => boolean,
): ReadonlyMap<number, T> {
  const before = known.get(order.id);
  if (before && (before.updateTime > order.updateTime || (!isOpen(before) && isOpen(order)))) return known;
  return new Map(known).set(order.id, order);
}

/** `ask` fetches every open order; `what` names them where a fetch fails. */
export function createOwnOrders<T extends OwnOrder>(
  what: string,
  isOpen: (order: T) => boolean,
  ask: () => Promise<readonly T[]>,
): OwnOrders<T> {
  const byId = signal<ReadonlyMap<number, T>>(new Map());
  const state = signal<OrdersState>('unknown');
  const changes = signal(0);
  let asked = 0;

  const apply = (order: T): void => {
    const next = mergeOrder(byId.peek(), order, isOpen);
    if (next === byId.peek()) return;
    byId.value = next.size > MAX_CLOSED_ORDERS ? new Map([...next].filter(([, kept]) => isOpen(kept))) : next;
    changes.value += 1;
  };

  /** The answer, plus what the feed changed between question (`before`) and answer (`now`). */
  const joined = (
    list: readonly T[],
    before: ReadonlyMap<number, T>,
    now: ReadonlyMap<number, T>,
  ): ReadonlyMap<number, T> => {
    let all: ReadonlyMap<number, T> = new Map(list.map((order) => [order.id, order]));
    for (const [id, order] of now) if (before.get(id) !== order) all = mergeOrder(all, order, isOpen);
    return all;
  };

  const forget = (): void => {
    asked += 1;
    byId.value = new Map();
    state.value = 'unknown';
  };

  const load = async (): Promise<void> => {
    const own = ++asked;
    if (sessionToken.peek() === '') return forget();
    const before = byId.peek();
    if (state.peek() !== 'ready') state.value = 'loading';
    try {
      const list = await ask();
      if (own !== asked) return;
      byId.value = joined(list, before, byId.peek());
      state.value = 'ready';
      changes.value += 1;
    } catch (cause) {
      if (own !== asked) return;
      console.warn(`${what} could not be fetched`, cause);
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
    forget,
  };
}
