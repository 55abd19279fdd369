// Naive twin of practice orders: every lot is one entry of a plain array, and nothing is shared with the product.
import type { OwnFill } from '../../../workers/practice/practice-book.ts';

type Side = 'buy' | 'sell';

interface TwinOrder {
  id: number;
  side: Side;
  price: number;
  lots: number;
}

export class PracticeTwin {
  readonly fills: OwnFill[] = [];
  /** Recorded lots by side and price. */
  readonly recorded: Record<Side, Map<number, number>> = { buy: new Map(), sell: new Map() };
  /** Per side and price, one entry a lot: 0 for recorded lots before own orders, else the order's id. */
  readonly #queues: Record<Side, Map<number, number[]>> = { buy: new Map(), sell: new Map() };
  readonly #taken: Record<Side, Map<number, number>> = { buy: new Map(), sell: new Map() };
  #orders: TwinOrder[] = [];
  #lastId = 0;

  get orders(): { id: number; priceTicks: number; open: number; aheadLots: number }[] {
    return this.#orders.map(({ id, side, price }) => {
      const queue = this.#queues[side].get(price)!;
      const open = queue.filter((owner) => owner === id).length;
      const aheadLots = queue.slice(0, queue.indexOf(id)).filter((owner) => owner === 0).length;
      return { id, priceTicks: price, open, aheadLots };
    });
  }

  place(side: Side, limit: number, lots: number): { filled: number; stop: string | null } {
    this.#lastId += 1;
    const id = this.#lastId;
    const other = side === 'buy' ? 'sell' : 'buy';
    const meets = this.#lotsInOrder(other).filter(({ price }) => limit === 0 || !isWorse(side, price, limit));
    let filled = 0;
    for (const { price, owner } of meets) {
      if (filled === lots) break;
      if (owner !== 0) return { filled, stop: 'self_trade' };
      filled += 1;
      this.#taken[other].set(price, (this.#taken[other].get(price) ?? 0) + 1);
      this.#fill(side, price, false);
    }
    if (filled === lots) return { filled, stop: null };
    if (limit === 0) return { filled, stop: 'no_liquidity' };
    const queue = this.#queues[side].get(limit) ?? [];
    const recorded = this.recorded[side].get(limit) ?? 0;
    while (queue.filter((owner) => owner === 0).length < recorded) queue.push(0);
    queue.push(...Array<number>(lots - filled).fill(id));
    this.#queues[side].set(limit, queue);
    this.#orders.push({ id, side, price: limit, lots });
    return { filled, stop: null };
  }

  cancel(id: number): void {
    const order = this.#orders.find((each) => each.id === id);
    if (!order) return;
    this.#replace(order.side, order.price, (queue) => queue.filter((owner) => owner !== id));
    this.#orders = this.#orders.filter((each) => each.id !== id);
  }

  onLevel(side: Side, price: number, lots: number): void {
    if (lots > 0) this.recorded[side].set(price, lots);
    else this.recorded[side].delete(price);
    this.#taken[side].delete(price);
    this.#replace(side, price, (queue) => {
      const cut = [...queue];
      while (cut.filter((owner) => owner === 0).length > lots) cut.splice(cut.lastIndexOf(0), 1);
      return cut;
    });
  }

  onTrade(price: number, lots: number): void {
    for (const side of ['buy', 'sell'] as const) {
      const prices = [...this.#queues[side].keys()]
        .filter((each) => each === price || isWorse(side, each, price))
        .sort((a, b) => (side === 'buy' ? b - a : a - b));
      let left = lots;
      for (const each of prices)
        this.#replace(side, each, (queue) => {
          const rest = each === price ? [...queue] : queue.filter((owner) => owner !== 0);
          while (left > 0 && rest.length > 0) {
            left -= 1;
            const owner = rest.shift()!;
            if (owner !== 0) this.#fill(side, each, true);
          }
          return rest;
        });
    }
    this.#orders = this.#orders.filter(({ id, side, price: at }) => this.#queues[side].get(at)?.includes(id));
  }

  /** Every lot that an order can meet, best price first, in the order of the queue. */
  #lotsInOrder(side: Side): { price: number; owner: number }[] {
    const prices = [...new Set([...this.recorded[side].keys(), ...this.#queues[side].keys()])];
    prices.sort((a, b) => (side === 'buy' ? b - a : a - b));
    return prices.flatMap((price) => {
      const recorded = this.recorded[side].get(price) ?? 0;
      const queue = [...(this.#queues[side].get(price) ?? [])];
      while (queue.filter((owner) => owner === 0).length < recorded) queue.push(0);
      for (let gone = this.#taken[side].get(price) ?? 0; gone > 0 && queue.includes(0); gone -= 1)
        queue.splice(queue.indexOf(0), 1);
      return queue.map((owner) => ({ price, owner }));
    });
  }

  /** Recorded lots behind the last own order are dropped. */
  #replace(side: Side, price: number, change: (queue: number[]) => number[]): void {
    const queue = change(this.#queues[side].get(price) ?? []);
    while (queue.at(-1) === 0) queue.pop();
    if (queue.length > 0) this.#queues[side].set(price, queue);
    else this.#queues[side].delete(price);
  }

  #fill(side: Side, priceTicks: number, isMaker: boolean): void {
    const last = this.fills.at(-1);
    if (last && last.side === side && last.priceTicks === priceTicks && last.isMaker === isMaker) last.lots += 1;
    else this.fills.push({ side, priceTicks, lots: 1, isMaker });
  }
}

/** Whether `price` is worse than `limit` for a buyer or a seller. */
function isWorse(side: Side, price: number, limit: number): boolean {
  return side === 'buy' ? price > limit : price < limit;
}
