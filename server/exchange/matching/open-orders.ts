// All open orders, by id and by owner.
import type { LiveOrder } from './live-order.ts';

/** Factor of the uid in the key of a count; ids of markets are below it. */
const MARKETS_PER_UID = 2 ** 21;

export class OpenOrders {
  readonly #byId = new Map<number, LiveOrder>();
  readonly #byUid = new Map<number, Set<LiveOrder>>();
  /** How many an owner has in a market: each new order asks, and an owner may have hundreds. */
  readonly #counts = new Map<number, number>();

  get(id: number): LiveOrder | undefined {
    return this.#byId.get(id);
  }

  add(order: LiveOrder): void {
    this.#byId.set(order.id, order);
    const own = this.#byUid.get(order.uid);
    if (own) own.add(order);
    else this.#byUid.set(order.uid, new Set([order]));
    const key = countKey(order.uid, order.coinInfoId);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  delete(order: LiveOrder): void {
    this.#byId.delete(order.id);
    if (!this.#byUid.get(order.uid)?.delete(order)) return;
    const key = countKey(order.uid, order.coinInfoId);
    const left = this.#counts.get(key)! - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }

  /** Orders of one owner, oldest first, in one market or (null) in all. */
  of(uid: number, coinInfoId: number | null): LiveOrder[] {
    const own = [...(this.#byUid.get(uid) ?? [])];
    return coinInfoId === null ? own : own.filter((order) => order.coinInfoId === coinInfoId);
  }

  /** Number of orders of one owner in one market. */
  count(uid: number, coinInfoId: number): number {
    return this.#counts.get(countKey(uid, coinInfoId)) ?? 0;
  }

  all(): Iterable<LiveOrder> {
    return this.#byId.values();
  }
}

function countKey(uid: number, coinInfoId: number): number {
  return uid * MARKETS_PER_UID + coinInfoId;
}
