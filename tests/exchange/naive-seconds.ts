// Seconds contracts kept the slow way: all ticks in a list, every order looked at after each command, the rules read word by word.
import type { Outcome } from '../../server/exchange/event.ts';
import type { PlaceSeconds } from '../../server/exchange/command.ts';

const E8 = 100_000_000n;
const USDT_E8 = 100_000_000n;
/** Length in s: rate and fee in 1e-8. */
const OFFERS = new Map([[30, [70_000_000n, 200_000n]], [60, [80_000_000n, 200_000n]], [120, [85_000_000n, 100_000n]], [180, [90_000_000n, 100_000n]], [300, [95_000_000n, 0n]]] as const);

interface Tick { ts: number; ticks: number }
interface Order { id: number; uid: number; up: boolean; openTime: number; expiry: number; amount: bigint; rate: bigint; fee: bigint }
export interface End { id: number; result: string; payout: bigint }

export class NaiveSeconds {
  readonly balances = new Map<number, bigint>();
  readonly ticks: Tick[] = [];
  open: Order[] = [];
  #lastId = 0;

  /** What a purchase at `ts` is answered with: 0, or the code of its refusal. `tickE8`: a tick of the price in 1e-8. */
  place(ts: number, { uid, direction, periodS, amountUnits, seenUnits, slipE8, profitRateE8 }: PlaceSeconds, tickE8: bigint): number {
    const last = this.ticks.at(-1);
    if (!last || ts - last.ts >= 10_000) return 2008;
    const offer = OFFERS.get(periodS as 30);
    if (!offer) return 2101;
    const [rate, feeRate] = offer;
    if (amountUnits < 10n * USDT_E8 || amountUnits > 5000n * USDT_E8) return 2102;
    const mine = this.open.filter((order) => order.uid === uid);
    const sum = (orders: Order[]): bigint => orders.reduce((all, { amount }) => all + amount, 0n);
    if (sum(mine) + amountUnits > 20_000n * USDT_E8 || sum(this.open) + amountUnits > 200_000n * USDT_E8) return 2103;
    if (profitRateE8 !== null && BigInt(profitRateE8) !== rate) return 2017;
    const now = BigInt(last.ticks) * tickE8;
    const apart = now > seenUnits ? now - seenUnits : seenUnits - now;
    if (seenUnits > 0n && slipE8 > 0 && apart * E8 > seenUnits * BigInt(slipE8)) return 2017;
    if (mine.length >= 100) return 1418;
    const fee = (amountUnits * feeRate + E8 - 1n) / E8;
    const have = this.balances.get(uid) ?? 0n;
    if (have < amountUnits + fee) return 2001;
    this.balances.set(uid, have - amountUnits - fee);
    this.#lastId += 1;
    const openTime = ts > last.ts ? ts : last.ts + 1;
    this.open.push({ id: this.#lastId, uid, up: direction === 'up', openTime, expiry: openTime + periodS * 1000, amount: amountUnits, rate, fee });
    return 0;
  }

  /** After a beat at `ts`, which may have brought a tick: the orders that are decided by now. */
  beat(ts: number, tick: Tick | null): End[] {
    if (tick) this.ticks.push(tick);
    const ends: End[] = [];
    this.open = this.open.filter((order) => {
      const end = this.#decided(order, ts);
      if (end) {
        ends.push(end);
        this.balances.set(order.uid, (this.balances.get(order.uid) ?? 0n) + end.payout);
      }
      return end === null;
    });
    return ends;
  }

  #decided({ id, up, openTime, expiry, amount, rate, fee }: Order, now: number): End | null {
    if (now <= expiry) return null;
    const inside = this.ticks.filter(({ ts }) => ts >= openTime && ts <= expiry);
    const later = this.ticks.find(({ ts }) => ts > expiry);
    const [strike, exit] = [inside[0], inside.at(-1)];
    if (!strike || !exit || inside.length < 2) return { id, result: 'void', payout: amount + fee };
    if ((later?.ts ?? now) - exit.ts >= 10_000) return { id, result: 'void', payout: amount + fee };
    if (!later) return null;
    if (exit.ticks === strike.ticks) return { id, result: 'draw', payout: amount + fee };
    return exit.ticks > strike.ticks === up ? { id, result: 'win', payout: (amount * (E8 + rate)) / E8 } : { id, result: 'lose', payout: 0n };
  }
}

/** The tick that an outcome brought to a market, and the orders that it says were decided. */
export function heard({ events }: Outcome, coinInfoId: number): { tick: Tick | null; ends: End[] } {
  let tick: Tick | null = null;
  const ends: End[] = [];
  for (const event of events) {
    if (event.kind === 'index' && event.coinInfoId === coinInfoId) tick = { ts: event.ts, ticks: event.priceTicks };
    if (event.kind === 'seconds' && event.order.result !== '') ends.push({ id: event.order.id, result: event.order.result, payout: event.order.payoutUnits });
  }
  return { tick, ends };
}
