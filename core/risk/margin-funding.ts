// Funding: the rate from the book's distance to the index, and the payment of a position at a stamp.
import type { Position, RateE8 } from './margin.ts';
import { signOf } from './margin.ts';
import { type RiskTerms, downShare, valueUnits } from './margin-tiers.ts';
import { ONE_E8, type PriceTicks, type Units } from '../units/units.ts';

/** Interest for 8 hours: 0.01 %. */
const INTEREST_E8: RateE8 = 10_000n;
/** How far interest may pull the rate away from the premium: 0.05 %. */
const FUNDING_CLAMP_E8: RateE8 = 50_000n;

/**
 * Premium of one sample (docs/formulas.md 18), rounded down. Impact prices are average prices of trading a fixed value
 * now; 0 when the book is too thin.
 */
export function premiumE8(impactBidTicks: PriceTicks, impactAskTicks: PriceTicks, indexTicks: PriceTicks): RateE8 {
  if (indexTicks <= 0) return 0n;
  const above = Math.max(0, impactBidTicks - indexTicks);
  const below = impactAskTicks > 0 ? Math.max(0, indexTicks - impactAskTicks) : 0;
  return downShare(BigInt(above - below) * ONE_E8, BigInt(indexTicks));
}

/** Funding rate from the average premium: `P + clamp(I - P, -0.05 %, +0.05 %)`. */
export function fundingRateE8(averagePremiumE8: RateE8): RateE8 {
  const pull = INTEREST_E8 - averagePremiumE8;
  const clamped = pull > FUNDING_CLAMP_E8 ? FUNDING_CLAMP_E8 : pull < -FUNDING_CLAMP_E8 ? -FUNDING_CLAMP_E8 : pull;
  return averagePremiumE8 + clamped;
}

/**
 * Funding that a position receives (+) or pays (-): longs pay when the rate is positive. Payments round up, receipts
 * down.
 */
export function fundingUnits(terms: RiskTerms, position: Position, markTicks: PriceTicks, rate: RateE8): Units {
  return downShare(-signOf(position.direction) * valueUnits(terms, markTicks, position.lots) * rate, ONE_E8);
}

/**
 * The position after funding of `units` (from `fundingUnits`, limited by the caller). `marginUnits` of it change its
 * margin.
 */
export function withFunding(position: Position, units: Units, marginUnits = units): Position {
  return { ...position, marginUnits: position.marginUnits + marginUnits, fundingUnits: position.fundingUnits + units };
}
