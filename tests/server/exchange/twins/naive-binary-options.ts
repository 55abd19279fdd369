// Naive twin of binary options: all ticks in a list, every order checked after each command.
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import type { PlaceBinaryOption } from '../../../../server/exchange/command.ts';

const E8 = 100_000_000n;
const DAY_BEATS = 86_400;
const USDT_E8 = 100_000_000n;
/** Length in s: payout rate and fee in 1e-8. */
const OFFERS = new Map([
  [30, [70_000_000n, 200_000n]],
  [60, [80_000_000n, 200_000n]],
  [120, [85_000_000n, 100_000n]],
  [180, [90_000_000n, 100_000n]],
  [300, [95_000_000n, 0n]],
] as const);

interface Tick {
  ts: number;
  ticks: number;
}
interface Order {
  id: number;
  uid: number;
  up: boolean;
  periodS: number;
  beat: number;
  openTime: number;
  amount: bigint;
  rate: bigint;
  fee: bigint;
}
export interface End {
  id: number;
  result: string;
  payout: bigint;
}

export class NaiveSeconds {
  readonly balances = new Map<number, bigint>();
  readonly ticks: Tick[] = [];
  open: Order[] = [];
  #lastId = 0;
  /** The beat before the first order is counted too. */
  #beats = 1;

  /** Answer to a purchase at `ts`: 0, or the code of its refusal. `tickE8`: a price tick in 1e-8. */
  place(
    ts: number,
    { uid, direction, periodS, amountUnits, seenUnits, slipE8, profitRateE8 }: PlaceBinaryOption,
    tickE8: bigint,
    hasBook: boolean,
  ): number {
    const last = this.ticks.at(-1);
    if (!last || ts - last.ts >= 10_000) return 2008;
    const offer = OFFERS.get(periodS as 30);
    if (!offer) return 2101;
    const [rate, feeRate] = offer;
    if (amountUnits < 10n * USDT_E8 || amountUnits > 5000n * USDT_E8) return 2102;
    // With an empty book the exposure limit is 0; a full one here allows more than the fixed limits.
    if (!hasBook) return 2103;
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
    this.open.push({
      id: this.#lastId,
      uid,
      up: direction === 'up',
      periodS,
      openTime,
      beat: this.#beats,
      amount: amountUnits,
      rate,
      fee,
    });
    return 0;
  }

  /** After a beat with or without a tick: the orders that are decided by now. */
  beat(tick: Tick | null): End[] {
    if (tick) this.ticks.push(tick);
    this.#beats += 1;
    const ends: End[] = [];
    this.open = this.open.filter((order) => {
      const end = this.#decided(order);
      if (end) {
        ends.push(end);
        this.balances.set(order.uid, (this.balances.get(order.uid) ?? 0n) + end.payout);
      }
      return end === null;
    });
    return ends;
  }

  /**
   * An order has one tick for each second of its period: the median of the first five (nine from a minute on) against
   * that of the last.
   */
  #decided({ id, up, periodS, openTime, beat, amount, rate, fee }: Order): End | null {
    // Ticks are in the order of their times.
    const own = this.ticks.slice(this.ticks.findLastIndex(({ ts }) => ts < openTime) + 1);
    if (own.length < periodS)
      return this.#beats - beat >= periodS + DAY_BEATS ? { id, result: 'void', payout: amount + fee } : null;
    const width = periodS < 60 ? 5 : 9;
    const middle = (some: Tick[]): number => some.map(({ ticks }) => ticks).sort((a, b) => a - b)[(width - 1) / 2]!;
    const moved = middle(own.slice(periodS - width, periodS)) - middle(own.slice(0, width));
    if (moved === 0) return { id, result: 'draw', payout: amount + fee };
    return moved > 0 === up
      ? { id, result: 'win', payout: (amount * (E8 + rate)) / E8 }
      : { id, result: 'lose', payout: 0n };
  }
}

/** The index tick of a market in an outcome, and the orders that it settled. */
export function clockResultOf({ events }: Outcome, coinInfoId: number): { tick: Tick | null; ends: End[] } {
  let tick: Tick | null = null;
  const ends: End[] = [];
  for (const event of events) {
    if (event.kind === 'index' && event.coinInfoId === coinInfoId) tick = { ts: event.ts, ticks: event.priceTicks };
    if (event.kind === 'seconds' && event.order.result !== '')
      ends.push({ id: event.order.id, result: event.order.result, payout: event.order.payoutUnits });
  }
  return { tick, ends };
}
