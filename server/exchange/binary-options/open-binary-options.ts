// Open binary options with their terms and strike, and the sums of stakes for each market.
import {
  type Exposure,
  type SecondsDirection,
  type SecondsResult,
  type SecondsTerms,
} from '../../../core/risk/binary-option.ts';
import { type SecondsStatus, SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import type { SecondsRule } from '../../../core/risk/binary-option-window.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks, Units } from '../../../core/units/units.ts';
import { MAX_MARKET_UNITS, MAX_USER_UNITS } from './offers.ts';

/**
 * One order in ticks and units. Rates in 1e-8, prices in ticks of the market; all fields of a tick that is not known
 * yet are 0.
 */
export interface BinaryOptionState {
  id: number;
  uid: number;
  coinInfoId: number;
  clientNo: string;
  direction: SecondsDirection;
  periodS: number;
  amountUnits: Units;
  profitRateE8: number;
  feeUnits: Units;
  /** Price that the buyer saw, in 1e-8, and the most that the latest tick could differ from it (1e-8); 0 for none. */
  seenUnits: Units;
  slipE8: number;
  /** Version of the rule that settles it, fixed at the purchase. */
  rule: SecondsRule;
  /** Number of the clock's beats at the purchase. */
  beat: number;
  buyTime: EpochMs;
  /** The order's ticks begin at or after it; never the time of a tick that was already known (S2). */
  openTime: EpochMs;
  expirationTime: EpochMs;
  /** Rule v1: of one tick. Rule v2: number of the window's first tick, median price, time of its last tick. */
  strikeSeq: number;
  strikeTicks: PriceTicks;
  strikeTs: EpochMs;
  exitSeq: number;
  exitTicks: PriceTicks;
  exitTs: EpochMs;
  status: SecondsStatus;
  /** '' while it is open. */
  result: SecondsResult | '';
  /** Why it is void; '' otherwise. */
  reason: string;
  payoutUnits: Units;
  settleTime: EpochMs;
}

const PREFIX = 'Q';

/** Order number in the ledger, the proof and on the wire. */
export function binaryOptionNo(id: number): string {
  return PREFIX + String(id).padStart(12, '0');
}

/** Id of an order number; null when the text is no such number. */
export function binaryOptionId(orderNum: string): number | null {
  return /^Q\d{12,15}$/.test(orderNum) ? Number(orderNum.slice(PREFIX.length)) : null;
}

/** Open orders of one market, oldest first, and their sums. */
interface OpenMarket {
  readonly orders: Map<number, BinaryOptionState>;
  readonly byUid: Map<number, { orders: number; units: Units }>;
  units: Units;
}

export class OpenBinaryOptions {
  /** Last order id that was assigned. */
  lastId = 0;
  readonly #markets = new Map<number, OpenMarket>();

  /** Orders must be added in the order of their ids. */
  add(order: BinaryOptionState): void {
    const market = this.#market(order.coinInfoId);
    market.orders.set(order.id, order);
    this.#count(market, order.uid, 1, order.amountUnits);
  }

  delete({ id, uid, coinInfoId, amountUnits }: BinaryOptionState): void {
    const market = this.#market(coinInfoId);
    if (!market.orders.delete(id)) throw new Error(`seconds contract ${id} is not open`);
    this.#count(market, uid, -1, -amountUnits);
  }

  /** Replaces the stored state of an open order. */
  replace(order: BinaryOptionState): void {
    this.#market(order.coinInfoId).orders.set(order.id, order);
  }

  /** Open orders of a market, oldest first. */
  in(coinInfoId: number): Iterable<BinaryOptionState> {
    return this.#markets.get(coinInfoId)?.orders.values() ?? [];
  }

  countIn(coinInfoId: number): number {
    return this.#markets.get(coinInfoId)?.orders.size ?? 0;
  }

  /** Sum of open stakes of all users in a market. */
  stakesIn(coinInfoId: number): Units {
    return this.#markets.get(coinInfoId)?.units ?? 0n;
  }

  countOf(uid: number, coinInfoId: number): number {
    return this.#markets.get(coinInfoId)?.byUid.get(uid)?.orders ?? 0;
  }

  /** All open orders, oldest first. */
  all(): BinaryOptionState[] {
    return [...this.#markets.values()].flatMap(({ orders }) => [...orders.values()]).sort((a, b) => a.id - b.id);
  }

  of(uid: number, coinInfoId: number | null): BinaryOptionState[] {
    return this.all().filter((order) => order.uid === uid && (coinInfoId === null || order.coinInfoId === coinInfoId));
  }

  /** Open stakes and their limits; no limit is above `mostUnits`. */
  exposure(uid: number, coinInfoId: number, mostUnits: Units): Exposure {
    const market = this.#markets.get(coinInfoId);
    const atMost = (units: Units): Units => (units < mostUnits ? units : mostUnits);
    return {
      mineUnits: market?.byUid.get(uid)?.units ?? 0n,
      mostMineUnits: atMost(MAX_USER_UNITS),
      marketUnits: market?.units ?? 0n,
      mostMarketUnits: atMost(MAX_MARKET_UNITS),
    };
  }

  #market(coinInfoId: number): OpenMarket {
    const known = this.#markets.get(coinInfoId);
    if (known) return known;
    const market: OpenMarket = { orders: new Map(), byUid: new Map(), units: 0n };
    this.#markets.set(coinInfoId, market);
    return market;
  }

  #count(market: OpenMarket, uid: number, orders: 1 | -1, units: Units): void {
    market.units += units;
    const mine = market.byUid.get(uid) ?? { orders: 0, units: 0n };
    if (mine.orders + orders === 0) market.byUid.delete(uid);
    else market.byUid.set(uid, { orders: mine.orders + orders, units: mine.units + units });
  }
}

export function isOpen({ status }: BinaryOptionState): boolean {
  return status === SECONDS_STATUS.holding;
}

/** Terms of an order as the rules in `core/risk/binary-option.ts` take them. */
export function termsOf({
  direction,
  openTime,
  expirationTime,
  amountUnits,
  profitRateE8,
  feeUnits,
}: BinaryOptionState): SecondsTerms {
  return { direction, openTime, expirationTime, amountUnits, profitRateE8: BigInt(profitRateE8), feeUnits };
}
