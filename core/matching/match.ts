// Matching by price and time. Knows orders and levels only; money and events are the handler's.
import type { OrderType, Side } from '../orders/spot-order.ts';
import type { Lots, PriceTicks } from '../units/units.ts';
import type { RestingSide, Level, RestingOrder } from './resting-side.ts';

/** Why the matching stops before an order is filled. */
export const STOP = {
  /** The other side of the book was empty. */
  noLiquidity: 'no_liquidity',
  /** The next order to trade with had the same owner (M9). */
  selfTrade: 'self_trade',
  /** The money did not pay for one more lot (M8). */
  balance: 'balance',
} as const;
export type Stop = (typeof STOP)[keyof typeof STOP];

/** An order for the matching. `priceTicks` 0 means no limit. */
export interface Matchable<T> extends RestingOrder<T> {
  readonly side: Side;
  readonly orderType: OrderType;
  /** Owner, whose other orders it must not trade with (M9). */
  readonly ownerUid: number;
}

/** What the caller adds to the matching. */
export interface MatchHandler<T> {
  /** Lots that the taker still wants; 0 ends the matching. */
  wantedLots(taker: T): Lots;
  /** How many of `lots` the taker can pay for at a price; 0 ends the matching. */
  payableLots(taker: T, priceTicks: PriceTicks, lots: Lots): Lots;
  /** A fill. Both orders and the book have counted it; a filled maker has left the book. */
  onFill(maker: T, taker: T, priceTicks: PriceTicks, lots: Lots): void;
  /** The taker has finished with a level and has filled some of it. */
  onLevelChanged(taker: T, level: Level<T>): void;
}

/**
 * Fills what crosses (M1, M2). Returns why it stopped early; null when the taker is filled or nothing more crosses its
 * limit.
 */
export function match<T extends Matchable<T>>(
  makers: RestingSide<T>,
  taker: T,
  matching: MatchHandler<T>,
): Stop | null {
  while (matching.wantedLots(taker) > 0) {
    const level = makers.best();
    if (!level || !crosses(taker.side, taker.priceTicks, level.priceTicks))
      return taker.orderType === 'market' ? STOP.noLiquidity : null;
    const before = level.lots;
    const stop = matchLevel(makers, taker, level, matching);
    if (level.lots !== before) matching.onLevelChanged(taker, level);
    if (stop) return stop;
  }
  return null;
}

function matchLevel<T extends Matchable<T>>(
  makers: RestingSide<T>,
  taker: T,
  level: Level<T>,
  matching: MatchHandler<T>,
): Stop | null {
  while (level.head) {
    const maker = level.head;
    const wanted = Math.min(matching.wantedLots(taker), maker.lots - maker.dealLots);
    if (wanted === 0) return null;
    if (maker.ownerUid === taker.ownerUid) return STOP.selfTrade;
    const lots = matching.payableLots(taker, level.priceTicks, wanted);
    if (lots === 0) return STOP.balance;
    makers.fill(maker, level, lots);
    taker.dealLots += lots;
    matching.onFill(maker, taker, level.priceTicks, lots);
  }
  return null;
}

/** Whether an order with this limit trades at `priceTicks`; a market order (limit 0) trades at every price. */
export function crosses(side: Side, limitTicks: PriceTicks, priceTicks: PriceTicks): boolean {
  if (limitTicks === 0) return true;
  return side === 'buy' ? priceTicks <= limitTicks : priceTicks >= limitTicks;
}
