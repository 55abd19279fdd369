// Naive twin of spot trading: one list of orders, scanned for the best one every time.
import type { Command, PlaceSpot } from '../../../../server/exchange/command.ts';
import { DOGE } from '../../../support/exchange/spot-fixture.ts';

/** DOGE has its own grid; all other coins have BTC's. */
const perTickLot = (coin: number): bigint => (coin === DOGE ? 1000n : 50n);
const perLot = (coin: number): bigint => (coin === DOGE ? 100_000_000n : 1000n);
const mostLots = (coin: number): number => (coin === DOGE ? 1_000_000 : 100_000_000);
const QUOTE = 1;
const EXCHANGE = 1;
const MAX_OPEN = 200;

export interface Order {
  id: number;
  uid: number;
  coin: number;
  side: string;
  price: number;
  /** Price at which it becomes a market order (M18); 0 for none. */
  loss: number;
  left: number;
  done: number;
  paid: bigint;
}
/** Code of a refusal, or the result of each order and every trade as "maker price lots". */
export type Result = { refused: number } | { orders: string[]; trades: string[] };

export class NaiveExchange {
  book: Order[] = [];
  readonly money = new Map<string, bigint>();
  readonly last = new Map<number, number>();
  /** The last index tick of a market. */
  readonly index = new Map<number, number>();
  nextId = 0;
  trades: string[] = [];
  /** Whether an order is open in a market that the twin does not follow. */
  isElsewhere: (id: number) => boolean = () => false;
  /** Frozen for purposes other than these orders. */
  readonly #held = new Map<string, bigint>();

  /** Applies a ledger entry of a command that the twin does not follow. */
  onOutcome(uid: number, coin: number, units: bigint, frozenUnits: bigint): void {
    this.#move(uid, coin, units);
    this.#held.set(`${uid} ${coin}`, (this.#held.get(`${uid} ${coin}`) ?? 0n) + frozenUnits);
  }

  do(command: Command): Result {
    this.trades = [];
    if (command.kind === 'placeSpot') return this.#place(command);
    if (command.kind === 'credit') return this.#credit(command.uid, command.coinId, command.units);
    if (command.kind === 'cancelAllSpot')
      return {
        orders: this.#cancel((o) => o.uid === command.uid && (command.coinInfoId ?? o.coin) === o.coin),
        trades: [],
      };
    if (command.kind === 'cancelSpot') return this.#cancelSome(command.uid, command.orderIds);
    if (command.kind !== 'quote') throw new Error(`the twin knows no ${command.kind}`);
    for (const id of command.cancel)
      this.#cancel((o) => o.id === id && o.uid === command.uid && o.coin === command.coinInfoId);
    const orders: string[] = [];
    for (const line of command.place) {
      const result = this.#place({
        ...line,
        kind: 'placeSpot',
        uid: command.uid,
        coinInfoId: command.coinInfoId,
        orderType: 'limit',
        totalUnits: 0n,
        tif: 'GTC',
        postOnly: true,
        clientNo: '',
      });
      if ('orders' in result) orders.push(...result.orders);
    }
    return { orders, trades: this.trades };
  }

  has(uid: number, coin: number): bigint {
    return this.money.get(`${uid} ${coin}`) ?? 0n;
  }

  /** Frozen money is computed from the user's open orders. */
  frozen(uid: number, coin: number): bigint {
    const holds = this.book.filter((o) => o.uid === uid && (o.side === 'sell' ? o.coin : QUOTE) === coin);
    return holds.reduce(
      (sum, o) =>
        sum +
        (o.side === 'sell'
          ? BigInt(o.left) * perLot(o.coin)
          : this.cost(o.coin, this.dearest(o.price, o.loss), o.left)),
      0n,
    );
  }

  free(uid: number, coin: number): bigint {
    return this.has(uid, coin) - this.frozen(uid, coin) - (this.#held.get(`${uid} ${coin}`) ?? 0n);
  }

  perLot(coin: number): bigint {
    return perLot(coin);
  }

  /** Inserts an order that nothing refuses; returns its trades, and what it found no other side for. */
  insert(p: PlaceSpot): { trades: string[]; rest: Pick<PlaceSpot, 'lots' | 'totalUnits'> | null } {
    this.trades = [];
    const ended = this.#insertOrder(p);
    const [lots, units] = this.trades
      .map((trade) => trade.split(' ').map(Number))
      .reduce<[number, bigint]>(
        ([sum, paid], [, price = 0, done = 0]) => [sum + done, paid + this.cost(p.coinInfoId, price, done)],
        [0, 0n],
      );
    const rest =
      p.totalUnits > 0n ? { lots: 0, totalUnits: p.totalUnits - units } : { lots: p.lots - lots, totalUnits: 0n };
    return { trades: this.trades, rest: ended.endsWith(' no_liquidity') ? rest : null };
  }

  /** Whether an order of another side is there within its price. */
  isCrossed(p: PlaceSpot): boolean {
    return this.#opposite(p).length > 0;
  }

  /** What a buy may pay a lot, with its stop at the bound of 1 %. */
  dearest(price: number, stop: number): number {
    return stop > 0 ? Math.floor((stop * 101) / 100) : price;
  }

  cost(coin: number, price: number, lots: number): bigint {
    return BigInt(price) * BigInt(lots) * perTickLot(coin);
  }

  #move(uid: number, coin: number, units: bigint): void {
    this.money.set(`${uid} ${coin}`, this.has(uid, coin) + units);
  }

  #credit(uid: number, coin: number, units: bigint): Result {
    if (units <= 0n) return { refused: 1400 };
    this.#move(EXCHANGE, coin, -units);
    this.#move(uid, coin, units);
    return { orders: [], trades: [] };
  }

  #cancel(which: (o: Order) => boolean): string[] {
    const gone = this.book.filter(which);
    this.book = this.book.filter((o) => !gone.includes(o));
    return gone.map((o) => `${o.id} 4 ${o.done} user`);
  }

  #cancelSome(uid: number, ids: number[]): Result {
    const mine = [...new Set(ids)].filter((id) => this.book.some((o) => o.id === id && o.uid === uid));
    if (mine.length > 0) return { orders: mine.flatMap((id) => this.#cancel((o) => o.id === id)), trades: [] };
    const foreign = (id: number): boolean => this.book.some((o) => o.id === id) || this.isElsewhere(id);
    return { refused: ids.some((id) => id <= this.nextId && !foreign(id)) ? 2012 : 1404 };
  }

  /** The orders that a taker would fill, best first. */
  #opposite(p: PlaceSpot): Order[] {
    const buys = p.side === 'buy';
    return this.book
      .filter(
        (o) =>
          o.coin === p.coinInfoId &&
          o.side !== p.side &&
          (p.priceTicks === 0 || (buys ? o.price <= p.priceTicks : o.price >= p.priceTicks)),
      )
      .sort((a, b) => (buys ? a.price - b.price : b.price - a.price) || a.id - b.id);
  }

  #refusal(p: PlaceSpot): number {
    const { uid, coinInfoId: coin, side, lots, totalUnits: total, priceTicks } = p;
    const last = this.last.get(coin) ?? 0;
    const isUser = uid >= 10_000;
    const cheapest = this.#opposite(p)[0]?.price ?? 0;
    if (total === 0n && (lots < 1 || lots > mostLots(coin))) return 2003;
    const reference = Math.min(priceTicks, p.lossTicks ?? priceTicks) || last;
    if (total > 0n ? total < 100_000_000n : reference > 0 && this.cost(coin, reference, lots) < 100_000_000n)
      return 2007;
    const near = this.index.get(coin) ?? last;
    if (isUser && p.orderType === 'limit' && near > 0 && Math.abs(priceTicks - near) > near * 0.1) return 2006;
    if (isUser && this.book.filter((o) => o.uid === uid && o.coin === coin).length >= MAX_OPEN) return 1418;
    const lot = this.cost(coin, cheapest, 1);
    const need =
      side === 'sell'
        ? BigInt(lots) * perLot(coin)
        : p.orderType === 'limit'
          ? this.cost(coin, this.dearest(priceTicks, p.lossTicks ?? 0), lots)
          : total || lot || 1n;
    if (this.free(uid, side === 'sell' ? coin : QUOTE) < need) return 2001;
    if (total > 0n && total < lot) return 2003;
    if (p.slipE8) {
      const slips = this.#slips(p, p.slipE8);
      if (slips) return slips;
    }
    if (p.tif === 'FOK' && !this.#rehearse(p)) return 2015;
    return p.postOnly && this.#opposite(p).length > 0 ? 2014 : 0;
  }

  /** Filled whole within the bound and paid for, or not at all. */
  #slips(p: PlaceSpot, slipE8: number): number {
    const best = (side: 'buy' | 'sell'): number => this.#opposite({ ...p, side, priceTicks: 0 })[0]?.price ?? 0;
    const middle = best('buy') && best('sell') ? Math.round((best('buy') + best('sell')) / 2) : 0;
    const from = this.last.get(p.coinInfoId) || middle;
    const slip = Number((BigInt(from) * BigInt(slipE8)) / 100_000_000n);
    const priceTicks = p.side === 'buy' ? from + slip : Math.max(1, from - slip);
    if (from === 0) return 2016;
    if (p.totalUnits > 0n) return this.#rehearse({ ...p, priceTicks }) ? 0 : 2016;
    let [left, units] = [p.lots, 0n];
    for (const maker of this.#opposite({ ...p, priceTicks })) {
      if (maker.uid === p.uid) break;
      const lots = Math.min(left, maker.left);
      left -= lots;
      units += this.cost(p.coinInfoId, maker.price, lots);
    }
    if (left > 0) return 2016;
    return p.side === 'buy' && units > this.free(p.uid, QUOTE) ? 2001 : 0;
  }

  /** Whether a FOK order would be filled whole, tried on a copy. */
  #rehearse(p: PlaceSpot): boolean {
    const copy = new NaiveExchange();
    copy.book = this.book.map((o) => ({ ...o }));
    for (const [key, units] of this.money) copy.money.set(key, units);
    // All that is frozen beside the book, for whatever purpose.
    const frozen = this.has(p.uid, QUOTE) - this.free(p.uid, QUOTE);
    copy.#held.set(`${p.uid} ${QUOTE}`, frozen - copy.frozen(p.uid, QUOTE));
    return copy.#insertOrder({ ...p, tif: 'IOC' }).startsWith('1 3 ');
  }

  #place(p: PlaceSpot): Result {
    const refused = this.#refusal(p);
    return refused ? { refused } : { orders: [this.#insertOrder(p)], trades: this.trades };
  }

  #insertOrder(p: PlaceSpot): string {
    this.nextId += 1;
    const { uid, coinInfoId: coin, side } = p;
    const taker: Order = {
      id: this.nextId,
      uid,
      coin,
      side,
      price: p.priceTicks,
      loss: p.lossTicks ?? 0,
      left: p.totalUnits > 0n ? Infinity : p.lots,
      done: 0,
      paid: 0n,
    };
    const reason = this.#trade(p, taker);
    const spent = p.totalUnits > 0n && (reason === 'balance' || taker.paid === p.totalUnits);
    if (spent || taker.left === 0) return `${taker.id} 3 ${taker.done} `;
    if (reason || p.tif !== 'GTC') return `${taker.id} 4 ${taker.done} ${reason || 'ioc'}`;
    this.book.push(taker);
    return `${taker.id} ${taker.done > 0 ? 2 : 1} ${taker.done} `;
  }

  #trade(p: PlaceSpot, taker: Order): string {
    const { coin, uid } = taker;
    for (const maker of this.#opposite(p)) {
      if (taker.left === 0 || (p.totalUnits > 0n && taker.paid === p.totalUnits)) return '';
      if (maker.uid === uid) return 'self_trade';
      let lots = Math.min(taker.left, maker.left);
      if (p.orderType === 'market' && p.side === 'buy') {
        const budget = p.totalUnits > 0n ? p.totalUnits - taker.paid : this.free(uid, QUOTE);
        while (lots > 0 && this.cost(coin, maker.price, lots) > budget)
          lots = Math.min(lots - 1, Number(budget / this.cost(coin, maker.price, 1)));
        if (lots === 0) return 'balance';
      }
      this.#swap(taker.side === 'buy' ? taker : maker, taker.side === 'buy' ? maker : taker, taker, maker.price, lots);
      this.trades.push(`${maker.id} ${maker.price} ${lots}`);
      this.last.set(coin, maker.price);
      if (maker.left === 0) this.book = this.book.filter((o) => o !== maker);
      if (p.orderType === 'market' && p.side === 'buy' && taker.left > 0 && maker.left > 0) return 'balance';
    }
    return taker.left > 0 && p.orderType === 'market' && !(p.totalUnits > 0n && taker.paid === p.totalUnits)
      ? 'no_liquidity'
      : '';
  }

  #swap(buyer: Order, seller: Order, taker: Order, price: number, lots: number): void {
    const { coin } = taker;
    const units = this.cost(coin, price, lots);
    const amount = BigInt(lots) * perLot(coin);
    const fee = (received: bigint, order: Order): bigint => (received * (order === taker ? 10n : 8n) + 9999n) / 10_000n;
    for (const order of [buyer, seller])
      Object.assign(order, { left: order.left - lots, done: order.done + lots, paid: order.paid + units });
    this.#move(buyer.uid, QUOTE, -units);
    this.#move(buyer.uid, coin, amount - fee(amount, buyer));
    this.#move(seller.uid, coin, -amount);
    this.#move(seller.uid, QUOTE, units - fee(units, seller));
    this.#move(EXCHANGE, coin, fee(amount, buyer));
    this.#move(EXCHANGE, QUOTE, fee(units, seller));
  }
}
