// What the worker of a market's past reports about a practice.
import type { Side } from '../orders/spot-order.ts';
import type { PracticeTrade } from '../practice/practice-result.ts';
import type { EpochMs } from '../units/time.ts';
import type { Lots, PriceTicks, Units } from '../units/units.ts';

/** A resting order. */
export interface PracticeOrder {
  id: number;
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
  dealLots: Lots;
  /** Recorded lots that are filled before it. */
  aheadLots: Lots;
}

export interface PracticeFill {
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
  isMaker: boolean;
  ts: EpochMs;
}

/** What changes seldom. */
export interface PracticeLists {
  orders: PracticeOrder[];
  /** The newest ones, at most MAX_FILLS. */
  fills: PracticeFill[];
  trades: PracticeTrade[];
}

/** Money is in the quote coin. */
export interface PracticeState {
  /** Above 0: long; below: short. */
  positionLots: Lots;
  /** What the position cost at the prices of its fills, without fees; at least 0. */
  costUnits: Units;
  /** Profit of what was closed and of what is open at the last price, both without fees; and all fees. */
  realisedUnits: Units;
  openUnits: Units;
  feeUnits: Units;
  lastTicks: PriceTicks;
  /** Orders that ended because the recording has a gap. */
  cancelledByGap: number;
  /** Null: as in the state before. */
  lists: PracticeLists | null;
}

/**
 * Why an order is not placed, or not all of it is filled. book: the book is not known at this moment. full: the most
 * orders or trades. off: there is no practice. no_liquidity, self_trade: the rest of it ended there (M9).
 */
export type PracticeStop = 'book' | 'full' | 'off' | 'no_liquidity' | 'self_trade';

export interface PracticeAnswer {
  /** Lots that were filled at once. */
  filledLots: Lots;
  /** Id of what rests; 0 when nothing does. */
  restingId: number;
  stop: PracticeStop | null;
}
