// How far from the mark a contract may be traded: the band of its market, or the closer limit its owner named (R5).
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { middleTicks } from '../mark/mark-state.ts';
import type { ContractMarket } from './open-contracts.ts';

/**
 * Price that new orders are measured by: the mark, before the first beat the last trade, else the middle of the book; 0
 * for none.
 */
export function referenceTicks({ mark, market }: ContractMarket): PriceTicks {
  return mark.markTicks || market.lastPriceTicks || middleTicks(market);
}

/**
 * Worst price at which a market-like order trades. `slip` is a fraction, null for none; at least one tick, 1 where
 * nothing is known of a sale.
 */
export function boundTicks(contractMarket: ContractMarket, side: Side, slip: number | null): PriceTicks {
  const reference = referenceTicks(contractMarket);
  const rate = Math.min(contractMarket.market.bandRate, slip ?? contractMarket.market.bandRate);
  return side === 'buy' ? Math.floor(reference * (1 + rate)) : Math.max(1, Math.ceil(reference * (1 - rate)));
}

/**
 * How far a bound lies from `reference` against who trades on `side`, in percent with two decimals; 0 where it is
 * better.
 */
export function slipPercent(reference: PriceTicks, side: Side, boundary: PriceTicks): number {
  const worse = side === 'buy' ? boundary - reference : reference - boundary;
  return Number(((Math.max(0, worse) * 100) / reference).toFixed(2));
}
