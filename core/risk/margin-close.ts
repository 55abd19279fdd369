// Closing a position or changing its margin: what the user receives and the exchange covers.
import { type Position, type RateE8, equity, maintenance, riskRateE8, signOf } from './margin.ts';
import { type RiskTerms, downShare, upShare, valueUnits } from './margin-tiers.ts';
import { larger, smaller } from '../units/smaller.ts';
import { ONE_E8, type Lots, type PriceTicks, type Units, rateShare } from '../units/units.ts';

/** Result of closing. Always `payoutUnits + feeUnits - shortfallUnits = released margin + profitUnits`, exactly. */
export interface Closing {
  /** The remaining position; null when everything is closed. */
  rest: Position | null;
  /** Margin released from the position. */
  marginUnits: Units;
  /** Profit of the closed part before fees; its loss when negative. */
  profitUnits: Units;
  /** Closing fee: rounded up, but at most what is left (docs/formulas.md 5, 14). */
  feeUnits: Units;
  /** Credit to the user's balance, at least 0. */
  payoutUnits: Units;
  /** Loss beyond the position's margin, paid by the insurance account. */
  shortfallUnits: Units;
  /**
   * Realised profit (docs/formulas.md 8): profit minus both fees of this part, plus its funding; a loss is at most what
   * the user had.
   */
  realisedUnits: Units;
}

/**
 * Closes `lots` at a fill price (docs/formulas.md 8, 14, 17). Shares of money are rounded against the user and the
 * remaining position keeps the difference, so closing in parts equals closing at once except for rounded fees. A part
 * that loses more than its own margin takes margin of the remaining position first.
 * @param lots - From 1 to all lots held.
 * @throws Error when more is closed than held.
 */
export function closePart(
  terms: RiskTerms,
  position: Position,
  priceTicks: PriceTicks,
  lots: Lots,
  feeE8: RateE8,
): Closing {
  if (lots < 1 || lots > position.lots) throw new Error(`cannot close ${lots} of ${position.lots} lots`);
  const value = valueUnits(terms, priceTicks, lots);
  const part = partOf(position, lots);
  const profitUnits = signOf(position.direction) * (value - part.openUnits);
  const rest = lots === position.lots ? null : restOf(position, part);
  const worth = part.marginUnits + profitUnits;
  const fullFee = rateShare(value, feeE8, 'up');
  const drawn = rest ? smaller(rest.marginUnits, larger(0n, fullFee - worth)) : 0n;
  if (rest) rest.marginUnits -= drawn;
  const left = worth + drawn;
  const shortfallUnits = larger(0n, -left);
  const feeUnits = smaller(fullFee, larger(0n, left));
  const payoutUnits = left + shortfallUnits - feeUnits;
  const realisedUnits = profitUnits + shortfallUnits - feeUnits - part.openFeeUnits + part.fundingUnits;
  return {
    rest,
    marginUnits: part.marginUnits + drawn,
    profitUnits,
    feeUnits,
    payoutUnits,
    shortfallUnits,
    realisedUnits,
  };
}

/** The part of a position that `lots` of it have. */
function partOf(position: Position, lots: Lots): Position {
  const share = (units: Units, round: typeof upShare): Units => round(units * BigInt(lots), BigInt(position.lots));
  return {
    ...position,
    lots,
    openUnits: share(position.openUnits, position.direction === 'long' ? upShare : downShare),
    entryMarginUnits: share(position.entryMarginUnits, downShare),
    marginUnits: share(position.marginUnits, downShare),
    openFeeUnits: share(position.openFeeUnits, upShare),
    fundingUnits: share(position.fundingUnits, downShare),
  };
}

function restOf(position: Position, part: Position): Position {
  return {
    ...position,
    lots: position.lots - part.lots,
    openUnits: position.openUnits - part.openUnits,
    entryMarginUnits: position.entryMarginUnits - part.entryMarginUnits,
    marginUnits: position.marginUnits - part.marginUnits,
    openFeeUnits: position.openFeeUnits - part.openFeeUnits,
    fundingUnits: position.fundingUnits - part.fundingUnits,
  };
}

/** Highest margin ratio after margin is removed: 80 %. */
export const BACK_RISK_E8: RateE8 = 80_000_000n;

/** Adds margin, or removes it when negative; check against `mostMarginBack` first. */
export function changeMargin(position: Position, units: Units): Position {
  return { ...position, marginUnits: position.marginUnits + units };
}

/** Most margin that can be removed at a mark: the initial margin stays, and the margin ratio is at most 80 %. */
export function mostMarginBack(terms: RiskTerms, position: Position, markTicks: PriceTicks): Units {
  const added = position.marginUnits - position.entryMarginUnits;
  if (added <= 0n || position.lots === 0) return 0n;
  const notional = valueUnits(terms, markTicks, position.lots);
  const needed = maintenance(terms, notional) + rateShare(notional, terms.takerE8, 'up');
  const back = smaller(added, equity(terms, position, markTicks) - upShare(needed * ONE_E8, BACK_RISK_E8));
  return back > 0n && riskRateE8(terms, changeMargin(position, -back), markTicks) <= BACK_RISK_E8 ? back : 0n;
}
