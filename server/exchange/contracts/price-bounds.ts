// How far from the mark price a contract may trade: the market's band or a closer limit (R5).
import { coveredTicks } from '../../../core/risk/margin.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { middleTicks } from '../mark/mark-state.ts';
import type { ContractMarket } from './contract-market.ts';
import { type ContractState, closingSide } from './contract-state.ts';

/**
 * Reference price of new orders: the mark price, before the first beat the last trade, else the middle of the book; 0
 * for none.
 */
export function referenceTicks({ mark, market }: ContractMarket): PriceTicks {
  return mark.markTicks || market.lastPriceTicks || middleTicks(market);
}

/** Worst price at which an order without a limit trades. `slip` is a fraction, null for the band; at least one tick. */
export function boundTicks(contractMarket: ContractMarket, side: Side, slip: number | null): PriceTicks {
  const reference = referenceTicks(contractMarket);
  const rate = Math.min(contractMarket.market.bandRate, slip ?? contractMarket.market.bandRate);
  return side === 'buy' ? Math.floor(reference * (1 + rate)) : Math.max(1, Math.ceil(reference * (1 - rate)));
}

/** Slippage that `boundTicks` allows, in percent: the caller's `slipE8` (0: none), at most the band. */
export function allowedPercent({ market }: ContractMarket, slipE8: number): number {
  const band = Math.round(market.bandRate * 100);
  return slipE8 > 0 ? Math.min(slipE8 / 1e6, band) : band;
}

/** Worst price at which an owner's position may be closed: no loss that its margin does not pay (R5). */
export function closingTicks(
  contractMarket: ContractMarket,
  { position }: ContractState,
  slip: number | null,
): PriceTicks {
  const side = closingSide(position.direction);
  const bound = boundTicks(contractMarket, side, slip);
  const covered = coveredTicks(contractMarket.terms, position);
  return side === 'sell' ? Math.max(bound, covered) : Math.min(bound, covered);
}

/**
 * Distance of a bound from `reference` against the trader on `side`, in percent with two decimals; 0 where it is
 * better.
 */
export function slipPercent(reference: PriceTicks, side: Side, boundary: PriceTicks): number {
  const worse = side === 'buy' ? boundary - reference : reference - boundary;
  return Number(((Math.max(0, worse) * 100) / reference).toFixed(2));
}
