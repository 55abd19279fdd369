// Naive twin of spot trading with stops, ocos and replacements (M17 to M19): all are looked at with every beat.
import type { Command, PlaceSpot } from '../../../../server/exchange/command.ts';
import { BTC, DOGE } from '../../../support/exchange/spot-fixture.ts';
import { NaiveExchange, type Order, type Result } from './naive-exchange.ts';

const QUOTE = 1;
const MARKETS = [BTC, DOGE];

export class NaiveStops extends NaiveExchange {
  stops: { id: number; place: PlaceSpot }[] = [];

  override do(command: Command): Result {
    if (command.kind === 'clock') return this.#beat();
    if (command.kind === 'placeSpot' && command.replaces !== undefined) return this.#replace(command, command.replaces);
    if (command.kind === 'placeSpot' && command.stopTicks) return this.#wait(command, command.stopTicks);
    if (command.kind === 'placeSpot' && command.lossTicks) return this.#place(command, command.lossTicks);
    if (command.kind === 'cancelSpot') return this.#cancelStops(command.uid, command.orderIds);
    if (command.kind === 'quote')
      this.stops = this.stops.filter(
        ({ id, place: { uid, coinInfoId } }) =>
          !command.cancel.includes(id) || uid !== command.uid || coinInfoId !== command.coinInfoId,
      );
    if (command.kind !== 'cancelAllSpot') return super.do(command);
    const own = this.stops.filter(
      ({ place }) => place.uid === command.uid && (command.coinInfoId ?? place.coinInfoId) === place.coinInfoId,
    );
    this.stops = this.stops.filter((stop) => !own.includes(stop));
    const rest = super.do(command) as { orders: string[] };
    const orders = [...rest.orders, ...own.map(({ id }) => `${id} 4 0 user`)];
    return { orders: orders.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)), trades: [] };
  }

  /** What it pays with is frozen while it waits. */
  override frozen(uid: number, coin: number): bigint {
    return this.stops
      .filter(({ place }) => place.uid === uid && (place.side === 'sell' ? place.coinInfoId : QUOTE) === coin)
      .reduce((sum, { place }) => sum + this.#hold(place), super.frozen(uid, coin));
  }

  #hold({ side, orderType, coinInfoId, lots, totalUnits, priceTicks, stopTicks = 0 }: PlaceSpot): bigint {
    if (side === 'sell') return BigInt(lots) * this.perLot(coinInfoId);
    return totalUnits || this.cost(coinInfoId, this.dearest(priceTicks, orderType === 'limit' ? 0 : stopTicks), lots);
  }

  #wait(p: PlaceSpot, stop: number): Result {
    const { uid, coinInfoId: coin, side, lots, totalUnits: total, priceTicks } = p;
    const last = this.last.get(coin) ?? 0;
    const refused = (code: number): Result => ({ refused: code });
    if (p.tif === 'FOK' || p.postOnly || p.slipE8) return refused(1400);
    if (side === 'buy' && p.orderType === 'market' && total === 0n) return refused(1400);
    if (last === 0) return refused(1400);
    if (side === 'buy' ? stop <= last : stop >= last) return refused(2010);
    if (total === 0n && (lots < 1 || lots > (coin === DOGE ? 1_000_000 : 100_000_000))) return refused(2003);
    if ((total || this.cost(coin, priceTicks || stop, lots)) < 100_000_000n) return refused(2007);
    if (uid >= 10_000 && priceTicks > 0 && Math.abs(priceTicks - stop) > stop * 0.1) return refused(2006);
    if (this.free(uid, side === 'sell' ? coin : QUOTE) < this.#hold(p)) return refused(2001);
    if (total > 0n && total < this.cost(coin, stop, 1)) return refused(2003);
    this.nextId += 1;
    this.stops.push({ id: this.nextId, place: p });
    return { orders: [`${this.nextId} 0 0 `], trades: [] };
  }

  /** A limit order with a stop; what the machine refuses of its stop comes before all else. */
  #place(p: PlaceSpot, loss: number): Result {
    const last = this.last.get(p.coinInfoId) ?? 0;
    if (p.orderType !== 'limit' || p.stopTicks || p.tif !== 'GTC' || p.postOnly || last === 0) return { refused: 1400 };
    const buys = p.side === 'buy';
    if (buys ? loss <= last : loss >= last) return { refused: 2010 };
    if (buys ? p.priceTicks >= last : p.priceTicks <= last) return { refused: 2009 };
    return super.do(p);
  }

  /** Cancels the one and places the other; where that is refused, all is as it was. */
  #replace(command: PlaceSpot, id: number): Result {
    const { uid } = command;
    const place = { ...command };
    delete place.replaces;
    const resting = this.book.find((order) => order.id === id && order.uid === uid);
    const stop = this.stops.find((each) => each.id === id && each.place.uid === uid)?.place;
    const old = resting ? ofOrder(resting) : stop;
    if (!old) return this.#cancelStops(uid, [id]);
    const byTotal = old.totalUnits > 0n;
    if (old.coinInfoId !== place.coinInfoId || old.side !== place.side || byTotal !== place.totalUnits > 0n)
      return { refused: 1400 };
    const before = [this.stops, this.book] as const;
    this.#cancelStops(uid, [id]);
    const result = this.do(byTotal ? place : { ...place, lots: Math.min(place.lots, old.lots) });
    if ('refused' in result) [this.stops, this.book] = before;
    return result;
  }

  #cancelStops(uid: number, ids: number[]): Result {
    const isOwnStop = (id: number): boolean => this.stops.some((stop) => stop.id === id && stop.place.uid === uid);
    const isOwn = (id: number): boolean => isOwnStop(id) || this.book.some((o) => o.id === id && o.uid === uid);
    this.isElsewhere = (id) => this.stops.some((stop) => stop.id === id);
    const own = [...new Set(ids)].filter(isOwn);
    if (own.length === 0) return super.do({ kind: 'cancelSpot', uid, orderIds: ids });
    const orders = own.flatMap((id) => {
      if (!isOwnStop(id)) return (super.do({ kind: 'cancelSpot', uid, orderIds: [id] }) as { orders: string[] }).orders;
      this.stops = this.stops.filter((stop) => stop.id !== id);
      return [`${id} 4 0 user`];
    });
    return { orders, trades: [] };
  }

  #beat(): Result {
    const trades: string[] = [];
    for (const coin of MARKETS) {
      const last = this.last.get(coin) ?? 0;
      const limits = this.book.filter(({ loss }) => loss > 0).map((order) => ({ id: order.id, place: ofOrder(order) }));
      const reached = [...this.stops, ...limits]
        .filter(
          ({ place: { coinInfoId, side, stopTicks = 0 } }) =>
            coinInfoId === coin && (side === 'buy' ? last >= stopTicks : last <= stopTicks),
        )
        .sort((a, b) => a.id - b.id);
      for (const { id } of reached) {
        // As it is now: one before it may have traded with it.
        const resting = this.book.find((order) => order.id === id);
        const place = resting ? ofOrder(resting) : this.stops.find((stop) => stop.id === id)?.place;
        if (!place) continue;
        const byMarket = place.orderType === 'market';
        const bound = place.side === 'buy' ? Math.floor((last * 101) / 100) : Math.ceil((last * 99) / 100);
        const priceTicks = byMarket ? bound : place.priceTicks;
        if (byMarket && !this.isCrossed({ ...place, priceTicks })) continue;
        this.stops = this.stops.filter((stop) => stop.id !== id);
        this.book = this.book.filter((order) => order.id !== id);
        const { trades: done, rest } = this.insert({ ...place, priceTicks, stopTicks: 0 });
        trades.push(...done);
        if (!rest) continue;
        // What the book has not within 1 % waits on, where there is money for it.
        const waiting = { ...place, ...rest };
        if (place.side === 'buy' && place.totalUnits === 0n && this.free(place.uid, QUOTE) < this.#hold(waiting))
          continue;
        this.nextId += 1;
        this.stops.push({ id: this.nextId, place: waiting });
      }
    }
    return { orders: [], trades };
  }
}

/** The market order that a limit order with a stop becomes. */
function ofOrder({ uid, coin, side, left, loss }: Order): PlaceSpot {
  return {
    kind: 'placeSpot',
    uid,
    coinInfoId: coin,
    side: side as 'buy' | 'sell',
    orderType: 'market',
    priceTicks: 0,
    lots: left,
    totalUnits: 0n,
    tif: 'GTC',
    postOnly: false,
    stopTicks: loss,
    clientNo: '',
  };
}
