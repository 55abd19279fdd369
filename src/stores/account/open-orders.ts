// Open orders of one kind: fetched once, then updated by the feed.
import { computed, signal } from '@preact/signals-react';
import { sessionToken } from './session.ts';

/** Loading state of the list; `failed` retains the last known orders. */
export type OrdersState = 'unknown' | 'loading' | 'ready' | 'failed';

/** Fields common to all kinds of orders; times in ms. */
export interface OrderRecord {
  id: number;
  createTime: number;
  updateTime: number;
}

/**
 * Orders retained, closed ones included so that a late update cannot reopen them; above this number only open ones are
 * retained.
 */
const MAX_CLOSED_ORDERS = 1_000;

/**
 * Merges an order by id: the newer version wins, and what is closed stays closed. `least`: how many ms newer one that
 * is open has to be.
 */
export function mergeOrder<T extends OrderRecord>(
  known: ReadonlyMap<number, T>,
  order: T,
  isOpen: (order: T) => boolean,
  least = 0,
): ReadonlyMap<number, T> {
  const before = known.get(order.id);
  if (before && isOpen(order) && (!isOpen(before) || order.updateTime < before.updateTime + least)) return known;
  return new Map(known).set(order.id, order);
}

/** The open orders of one kind. */
export class OpenOrders<T extends OrderRecord> {
  readonly state = signal<OrdersState>('unknown');
  /** Counts changes; a history on screen refetches when it grows. */
  readonly changes = signal(0);
  readonly #byId = signal<ReadonlyMap<number, T>>(new Map());
  /** Newest first. */
  readonly open = computed<readonly T[]>(() =>
    [...this.#byId.value.values()].filter(this.#isOpen).sort((a, b) => b.id - a.id),
  );
  readonly #what: string;
  readonly #isOpen: (order: T) => boolean;
  readonly #fetchOpen: () => Promise<readonly T[]>;
  #latestRequest = 0;

  /** `fetchOpen` fetches every open order; `what` names them in the log. */
  constructor(what: string, isOpen: (order: T) => boolean, fetchOpen: () => Promise<readonly T[]>) {
    this.#what = what;
    this.#isOpen = isOpen;
    this.#fetchOpen = fetchOpen;
  }

  /**
   * Applies an order of a response: that is its state right after the request, and a fill of the same millisecond may
   * have been reported before it. One from the feed has to be newer by 0 ms.
   */
  apply(order: T, least: 0 | 1 = 1): void {
    const next = mergeOrder(this.#byId.peek(), order, this.#isOpen, least);
    if (next === this.#byId.peek()) return;
    this.#byId.value =
      next.size > MAX_CLOSED_ORDERS ? new Map([...next].filter(([, retained]) => this.#isOpen(retained))) : next;
    this.changes.value += 1;
  }

  /** Fetches the list. Changes from the feed during the request win where they are newer. */
  async load(): Promise<void> {
    const own = ++this.#latestRequest;
    if (sessionToken.peek() === '') return this.clear();
    const before = this.#byId.peek();
    if (this.state.peek() !== 'ready') this.state.value = 'loading';
    try {
      const list = await this.#fetchOpen();
      if (own !== this.#latestRequest) return;
      this.#byId.value = this.#mergeResponse(list, before);
      this.state.value = 'ready';
      this.changes.value += 1;
    } catch (cause) {
      if (own !== this.#latestRequest) return;
      console.warn(`${this.#what} fetch failed`, cause);
      this.state.value = 'failed';
    }
  }

  /** Clears all orders. */
  clear(): void {
    this.#latestRequest += 1;
    this.#byId.value = new Map();
    this.state.value = 'unknown';
  }

  /** The response plus what the feed has changed since the request, when `before` was known. */
  #mergeResponse(list: readonly T[], before: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
    let all: ReadonlyMap<number, T> = new Map(list.map((order) => [order.id, order]));
    for (const [id, order] of this.#byId.peek())
      if (before.get(id) !== order) all = mergeOrder(all, order, this.#isOpen);
    return all;
  }
}
