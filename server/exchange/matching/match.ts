// The matching itself: a taker meets the other side in price-time order. Knows orders and levels; money and events are
// its caller's.
import type { OrderType, Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';
import { REASON, type Reason } from '../reason.ts';
import type { BookSide, Level, Resting } from './book-side.ts';

/** An order as the matching sees it. `priceTicks` 0 is no limit. */
export interface Matchable<T> extends Resting<T> {
  readonly side: Side;
  readonly orderType: OrderType;
  /** Whose orders it must not meet (M9). */
  readonly ownerUid: number;
}

/** What the caller adds to the matching. */
export interface Matching<T> {
  /** Lots that the taker still wants; 0 ends the matching. */
  wantedLots(taker: T): Lots;
  /** How many of `lots` the taker pays for at a price; 0 ends the matching. */
  payableLots(taker: T, priceTicks: PriceTicks, lots: Lots): Lots;
  /** A fill. Both orders and the book have counted it, and a maker without open lots is out of the book. */
  filled(maker: T, taker: T, priceTicks: PriceTicks, lots: Lots): void;
  /** The taker is done with a level that it has taken from. */
  onLevelLeft(taker: T, level: Level<T>): void;
}

/**
 * Fills what crosses (M1, M2). Answers why it stopped early, or null when the taker is filled or nothing more crosses
 * its limit.
 */
export function match<T extends Matchable<T>>(makers: BookSide<T>, taker: T, matching: Matching<T>): Reason | null {
  while (matching.wantedLots(taker) > 0) {
    const level = makers.best();
    if (!level || !crosses(taker.side, taker.priceTicks, level.priceTicks))
      return taker.orderType === 'market' ? REASON.noLiquidity : null;
    const before = level.lots;
    const stop = matchLevel(makers, taker, level, matching);
    if (level.lots !== before) matching.onLevelLeft(taker, level);
    if (stop) return stop;
  }
  return null;
}

function matchLevel<T extends Matchable<T>>(
  makers: BookSide<T>,
  taker: T,
  level: Level<T>,
  matching: Matching<T>,
): Reason | null {
  while (level.head) {
    const maker = level.head;
    const wanted = Math.min(matching.wantedLots(taker), maker.lots - maker.dealLots);
    if (wanted === 0) return null;
    if (maker.ownerUid === taker.ownerUid) return REASON.selfTrade;
    const lots = matching.payableLots(taker, level.priceTicks, wanted);
    if (lots === 0) return REASON.balance;
    makers.fill(maker, level, lots);
    taker.dealLots += lots;
    matching.filled(maker, taker, level.priceTicks, lots);
  }
  return null;
}

/**
 * Whether an order at this limit trades with a level at `priceTicks`; market orders (limit 0) trade with every level.
 */
export function crosses(side: Side, limitTicks: PriceTicks, priceTicks: PriceTicks): boolean {
  if (limitTicks === 0) return true;
  return side === 'buy' ? priceTicks <= limitTicks : priceTicks >= limitTicks;
}
