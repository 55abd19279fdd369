// The mix of operations that matching engines are compared on: a deep book, then limits near the best prices, cancels
// and market orders.
import { seeded } from '../data/seeded-random.ts';

export const LEVELS = 2_700;
export const RESTING = 13_000;
const MIDDLE_TICKS = 50_000;
/** Shares of the mix; the rest are market orders. */
const LIMITS = 0.7;
const CANCELS = 0.2;
/** Most lots of a limit order; the least is 1. */
const MAX_LOTS = 100;

/** Operations between the full book and the first measured one. */
const SETTLING = 30_000;

type Side = 'buy' | 'sell';
export interface Rested {
  id: number;
  side: Side;
  priceTicks: number;
  lots: number;
}
/** `id` is the new order's, or that of the order to cancel. `priceTicks` 0: a market order. */
export type Op =
  | { kind: 'place'; id: number; side: Side; priceTicks: number; lots: number }
  | { kind: 'cancel'; id: number };

export interface Mix {
  /** Fills the book: about 13 000 orders on about 2 700 levels. */
  setUp: Op[];
  ops: Op[];
  /**
   * Trades of the mix as "maker price lots", and the resting orders at the end as "id side price lots", both from the
   * naive book.
   */
  trades: string[];
  book: string[];
}

/** A queue of orders for each price; finds the best price by a scan. */
class NaiveBook {
  readonly #sides = { buy: new Map<number, Rested[]>(), sell: new Map<number, Rested[]>() };
  readonly #byId = new Map<number, Rested>();
  readonly trades: string[] = [];

  get count(): number {
    return this.#byId.size;
  }

  do(op: Op): void {
    if (op.kind === 'cancel') this.#remove(op.id);
    else this.#place(op.id, op.side, op.priceTicks, op.lots);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  best(side: Side): number {
    let best = side === 'buy' ? -Infinity : Infinity;
    for (const priceTicks of this.#sides[side].keys())
      if (side === 'buy' ? priceTicks > best : priceTicks < best) best = priceTicks;
    return best;
  }

  /** All resting orders, in order of arrival. */
  orders(): Rested[] {
    return [...this.#byId.values()].map((order) => ({ ...order }));
  }

  #place(id: number, side: Side, priceTicks: number, lots: number): void {
    const other = side === 'buy' ? 'sell' : 'buy';
    let left = lots;
    while (left > 0) {
      const best = this.best(other);
      if (!Number.isFinite(best) || (priceTicks > 0 && (side === 'buy' ? best > priceTicks : best < priceTicks))) break;
      const maker = this.#sides[other].get(best)![0]!;
      const met = Math.min(left, maker.lots);
      maker.lots -= met;
      left -= met;
      this.trades.push(`${maker.id} ${best} ${met}`);
      if (maker.lots === 0) this.#remove(maker.id);
    }
    if (left === 0 || priceTicks === 0) return;
    const order = { id, side, priceTicks, lots: left };
    this.#byId.set(id, order);
    const queue = this.#sides[side].get(priceTicks);
    if (queue) queue.push(order);
    else this.#sides[side].set(priceTicks, [order]);
  }

  #remove(id: number): void {
    const order = this.#byId.get(id);
    if (!order) throw new Error(`the mix cancels ${id}, which does not rest`);
    this.#byId.delete(id);
    const levels = this.#sides[order.side];
    const left = levels.get(order.priceTicks)!.filter((one) => one !== order);
    if (left.length > 0) levels.set(order.priceTicks, left);
    else levels.delete(order.priceTicks);
  }
}

/**
 * `count` operations from a seed, on a book that the mix has built before: a far order on each of 2 700 levels, and
 * those within `nearTicks` of the best prices (nearer ones more often). Market orders hold it at its size.
 */
export function matchingMix(seed: number, count: number, nearTicks: number): Mix {
  const mixer = new Mixer(seed, nearTicks);
  while (!mixer.isFull()) mixer.next();
  for (let at = 0; at < SETTLING; at += 1) mixer.next();
  const { twin } = mixer;
  const setUp = twin.orders().map((order): Op => ({ kind: 'place', ...order }));
  twin.trades.length = 0;
  const ops = Array.from({ length: count }, () => mixer.next());
  return { setUp, ops, trades: twin.trades, book: twin.orders().map(printOrder) };
}

export function printOrder({ id, side, priceTicks, lots }: Rested): string {
  return `${id} ${side} ${priceTicks} ${lots}`;
}

class Mixer {
  readonly twin = new NaiveBook();
  readonly #random: () => number;
  readonly #nearTicks: number;
  /** Orders placed near the best price, some of them gone since. */
  readonly #known: number[] = [];
  #id = 0;

  constructor(seed: number, nearTicks: number) {
    this.#random = seeded(seed);
    this.#nearTicks = nearTicks;
    for (let far = 1; far <= LEVELS / 2; far += 1)
      for (const side of ['buy', 'sell'] as const)
        this.#place(side, MIDDLE_TICKS + (side === 'buy' ? -far : far), MAX_LOTS);
  }

  isFull(): boolean {
    return this.twin.count >= RESTING;
  }

  next(): Op {
    const roll = this.#random();
    const side = this.#random() < 0.5 ? 'buy' : 'sell';
    const cancelled = roll >= LIMITS && roll < LIMITS + CANCELS ? this.#pick() : null;
    if (cancelled !== null) return this.#done({ kind: 'cancel', id: cancelled });
    if (roll >= LIMITS) return this.#place(side, 0, MAX_LOTS * (this.isFull() ? 12 : 1));
    const away = Math.floor(this.#random() ** 2 * (this.#nearTicks + 1)) - 1;
    const op = this.#place(
      side,
      side === 'buy' ? this.twin.best('buy') - away : this.twin.best('sell') + away,
      MAX_LOTS,
    );
    this.#known.push(op.id);
    return op;
  }

  #place(side: Side, priceTicks: number, mostLots: number): Op {
    this.#id += 1;
    return this.#done({
      kind: 'place',
      id: this.#id,
      side,
      priceTicks,
      lots: 1 + Math.floor(this.#random() * mostLots),
    });
  }

  #done(op: Op): Op {
    this.twin.do(op);
    return op;
  }

  /** A resting order near the best price; drops the gone ones it finds. */
  #pick(): number | null {
    while (this.#known.length > 0) {
      const at = Math.floor(this.#random() * this.#known.length);
      const id = this.#known[at]!;
      if (this.twin.has(id)) return id;
      this.#known[at] = this.#known[this.#known.length - 1]!;
      this.#known.pop();
    }
    return null;
  }
}
