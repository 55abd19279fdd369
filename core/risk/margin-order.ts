// Cost of opening a contract order, and the largest order that a balance can open.
import { type Direction, type RateE8, initialMargin, signOf } from './margin.ts';
import { type RiskTerms, mostNotional, upShare, valueUnits } from './margin-tiers.ts';
import { ONE_E8, type Lots, type PriceTicks, type Units, rateShare } from '../units/units.ts';

/** Balance needed to open an order, each part rounded up. */
export interface OrderCost {
  /** Initial margin (the security deposit). */
  marginUnits: Units;
  openFeeUnits: Units;
  /** Reserved, not spent: the cost of closing at the bankruptcy price. */
  closeFeeUnits: Units;
  totalUnits: Units;
}

/** Order cost at a price (docs/formulas.md 4), with the taker fee, as it is unknown whether the order will rest. */
export function orderCost(
  terms: RiskTerms,
  direction: Direction,
  multiple: number,
  priceTicks: PriceTicks,
  lots: Lots,
): OrderCost {
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
  direction: Direction,
  multiple: number,
  priceTicks: PriceTicks,
  { availableUnits, mostLots }: { availableUnits: Units; mostLots: Lots },
): Lots {
  const cap = mostNotional(terms.tiers, multiple);
  const fits = (lots: Lots): boolean =>
    (cap === null || valueUnits(terms, priceTicks, lots) <= cap) &&
    orderCost(terms, direction, multiple, priceTicks, lots).totalUnits <= availableUnits;
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
