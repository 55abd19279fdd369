// All open orders, by id and by owner.
import type { LiveOrder } from './live-order.ts';

export class OpenOrders {
  readonly #byId = new Map<number, LiveOrder>();
  readonly #byUid = new Map<number, Set<LiveOrder>>();

  get(id: number): LiveOrder | undefined {
    return this.#byId.get(id);
  }

  add(order: LiveOrder): void {
    this.#byId.set(order.id, order);
    const own = this.#byUid.get(order.uid);
    if (own) own.add(order);
    else this.#byUid.set(order.uid, new Set([order]));
  }

  delete(order: LiveOrder): void {
    this.#byId.delete(order.id);
    this.#byUid.get(order.uid)?.delete(order);
  }

  /** Orders of one owner, oldest first, in one market or (null) in all. */
  of(uid: number, coinInfoId: number | null): LiveOrder[] {
    const own = [...(this.#byUid.get(uid) ?? [])];
    return coinInfoId === null ? own : own.filter((order) => order.coinInfoId === coinInfoId);
  }

  /** Whether an owner has at least so many orders in one market; counts only when there are so many in all. */
  hasAtLeast(limit: number, uid: number, coinInfoId: number): boolean {
    const own = this.#byUid.get(uid);
    if (!own || own.size < limit) return false;
    let count = 0;
    for (const order of own) if (order.coinInfoId === coinInfoId) count += 1;
    return count >= limit;
  }

  all(): Iterable<LiveOrder> {
    return this.#byId.values();
  }
}
