// The exchange's matching without ledger and events, to be compared with other order books.
import { RestingSide } from '../../../core/matching/resting-side.ts';
import { type Matchable, type MatchHandler, match } from '../../../core/matching/match.ts';
import { type Op, printOrder } from './matching-mix.ts';

interface Slim extends Matchable<Slim> {
  readonly ownerUid: number;
}

export class MatchingAlone implements MatchHandler<Slim> {
  readonly #bids = new RestingSide<Slim>(1);
  readonly #asks = new RestingSide<Slim>(-1);
  readonly #byId = new Map<number, Slim>();
  readonly #makers: number[] = [];
  readonly #pricesTicks: number[] = [];
  readonly #lots: number[] = [];

  do(op: Op): void {
    if (op.kind === 'cancel') {
      const order = this.#byId.get(op.id)!;
      this.#side(order.side).remove(order);
      this.#byId.delete(op.id);
      return;
    }
    const { id, side, priceTicks, lots } = op;
    const taker: Slim = {
      id,
      side,
      orderType: priceTicks === 0 ? 'market' : 'limit',
      ownerUid: id,
      priceTicks,
      lots,
      dealLots: 0,
      level: null,
      prev: null,
      next: null,
    };
    match(this.#side(side === 'buy' ? 'sell' : 'buy'), taker, this);
    if (priceTicks === 0 || taker.dealLots === lots) return;
    this.#side(side).add(taker);
    this.#byId.set(id, taker);
  }

  book(): string[] {
    return [...this.#byId.values()].map((order) => printOrder({ ...order, lots: order.lots - order.dealLots }));
  }

  get trades(): string[] {
    return this.#makers.map((id, at) => `${id} ${this.#pricesTicks[at]} ${this.#lots[at]}`);
  }

  wantedLots(taker: Slim): number {
    return taker.lots - taker.dealLots;
  }

  payableLots(_: Slim, __: number, lots: number): number {
    return lots;
  }

  onFill(maker: Slim, _: Slim, priceTicks: number, lots: number): void {
    this.#makers.push(maker.id);
    this.#pricesTicks.push(priceTicks);
    this.#lots.push(lots);
    if (maker.level === null) this.#byId.delete(maker.id);
  }

  onLevelChanged(): void {
    // No event is needed here.
  }

  #side(side: 'buy' | 'sell'): RestingSide<Slim> {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}
