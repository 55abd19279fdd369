// Naive twin of spot trading with stop orders (M17): one list of them, all looked at with every beat.
import type { Command, PlaceSpot } from '../../../../server/exchange/command.ts';
import { BTC, DOGE } from '../../../support/exchange/spot-fixture.ts';
import { NaiveExchange, type Result } from './naive-exchange.ts';

const QUOTE = 1;
const MARKETS = [BTC, DOGE];

export class NaiveStops extends NaiveExchange {
  stops: { id: number; place: PlaceSpot }[] = [];

  override do(command: Command): Result {
    if (command.kind === 'clock') return this.#beat();
    if (command.kind === 'placeSpot' && command.stopTicks) return this.#wait(command, command.stopTicks);
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

  #hold({ side, coinInfoId, lots, totalUnits, priceTicks }: PlaceSpot): bigint {
    if (side === 'sell') return BigInt(lots) * this.perLot(coinInfoId);
    return totalUnits || this.cost(coinInfoId, priceTicks, lots);
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
      const reached = this.stops.filter(
        ({ place: { coinInfoId, side, stopTicks = 0 } }) =>
          coinInfoId === coin && (side === 'buy' ? last >= stopTicks : last <= stopTicks),
      );
      for (const stop of reached) {
        const { place } = stop;
        const byMarket = place.orderType === 'market';
        const bound = place.side === 'buy' ? Math.floor((last * 101) / 100) : Math.ceil((last * 99) / 100);
        const priceTicks = byMarket ? bound : place.priceTicks;
        if (byMarket && !this.isCrossed({ ...place, priceTicks })) continue;
        this.stops = this.stops.filter((one) => one !== stop);
        const { trades: done, rest } = this.insert({ ...place, priceTicks, stopTicks: 0 });
        trades.push(...done);
        if (!rest) continue;
        // What the book has not within 1 % waits on.
        this.nextId += 1;
        this.stops.push({ id: this.nextId, place: { ...place, ...rest } });
      }
    }
    return { orders: [], trades };
  }
}
