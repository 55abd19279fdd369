// What a contract order costs and opens, its triggers, and the largest order that a balance can open.
import {
  type Direction,
  type Position,
  type RateE8,
  addFill,
  emptyPosition,
  initialMargin,
  liqTicks,
  signOf,
} from './margin.ts';
import { checkStopLoss, checkTakeProfit } from './margin-triggers.ts';
import { type RiskTerms, mostNotional, upShare, valueUnits } from './margin-tiers.ts';
import type { Reject } from '../errors/errors.ts';
import { ONE_E8, type Lots, type PriceTicks, type Units, rateShare } from '../units/units.ts';

/** An order that opens a position; its cost and its position are those of all lots filled at one price. */
export interface OpeningOrder {
  direction: Direction;
  multiple: number;
  priceTicks: PriceTicks;
  lots: Lots;
}

/** The position that an order opens, with the taker fee. */
export function openedPosition(terms: RiskTerms, { direction, multiple, priceTicks, lots }: OpeningOrder): Position {
  return addFill(terms, emptyPosition(direction, multiple), priceTicks, lots, terms.takerE8).position;
}

/** Balance needed to open an order, each part rounded up. */
export interface OrderCost {
  /** Initial margin (the security deposit). */
  marginUnits: Units;
  openFeeUnits: Units;
  /** Reserved, not spent: the cost of closing at the bankruptcy price. */
  closeFeeUnits: Units;
  totalUnits: Units;
}

/** Cost of an order (docs/formulas.md 4), with the taker fee, as it is unknown whether the order will rest. */
export function orderCost(terms: RiskTerms, { direction, multiple, priceTicks, lots }: OpeningOrder): OrderCost {
  const notional = valueUnits(terms, priceTicks, lots);
  const marginUnits = initialMargin(notional, multiple);
  const openFeeUnits = feeUnitsOf(notional, terms.takerE8);
  // The bankruptcy price is P(1 - s/L), so its notional is N(L - s)/L.
  const times = BigInt(multiple);
  const closeFeeUnits = upShare(notional * (times - signOf(direction)) * terms.takerE8, times * ONE_E8);
  return { marginUnits, openFeeUnits, closeFeeUnits, totalUnits: marginUnits + openFeeUnits + closeFeeUnits };
}

/** Fee of a fill, rounded up (docs/formulas.md 5). */
function feeUnitsOf(notional: Units, feeE8: RateE8): Units {
  return rateShare(notional, feeE8, 'up');
}

/**
 * Most lots whose cost is covered (docs/formulas.md 22), within the leverage's tier and `mostLots`: the largest whole
 * number that fits.
 */
export function maxOpen(
  terms: RiskTerms,
  order: Omit<OpeningOrder, 'lots'>,
  { availableUnits, mostLots }: { availableUnits: Units; mostLots: Lots },
): Lots {
  const { multiple, priceTicks } = order;
  const cap = mostNotional(terms.tiers, multiple);
  const fits = (lots: Lots): boolean =>
    (cap === null || valueUnits(terms, priceTicks, lots) <= cap) &&
    orderCost(terms, { ...order, lots }).totalUnits <= availableUnits;
  return priceTicks <= 0 || availableUnits <= 0n ? 0 : largestFit(mostLots, fits);
}

/** The largest number of lots that fits, at most `mostLots`; what is less than one that fits, fits too. */
export function largestFit(mostLots: Lots, fits: (lots: Lots) => boolean): Lots {
  let fit = 0;
  let tooMany = mostLots + 1;
  while (tooMany - fit > 1) {
    const middle = fit + Math.floor((tooMany - fit) / 2);
    if (fits(middle)) fit = middle;
    else tooMany = middle;
  }
  return fit;
}

/** Checks the triggers of an order that is placed, against its price: the limit, else the mark. 0 means none is set. */
export function checkTriggers(
  terms: RiskTerms,
  order: OpeningOrder,
  { profitTicks, lossTicks }: { profitTicks: PriceTicks; lossTicks: PriceTicks },
): Reject | null {
  const { direction, priceTicks: referenceTicks } = order;
  const refused = profitTicks > 0 ? checkTakeProfit(terms, direction, profitTicks, referenceTicks) : null;
  if (refused || lossTicks === 0) return refused;
  const liqAtTicks = liqTicks(terms, openedPosition(terms, order));
  return checkStopLoss(terms, direction, lossTicks, referenceTicks, liqAtTicks);
}
