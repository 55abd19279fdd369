// Risk engine: margin, value and liquidation price of one isolated position.
import { type RiskTerms, downShare, nearestShare, sizeUnits, tierAt, upShare, valueUnits } from './margin-tiers.ts';
import {
  ONE_E8,
  MONEY_DECIMALS,
  type Grid,
  type Lots,
  type PriceTicks,
  type Units,
  rateShare,
} from '../units/units.ts';

export const DIRECTIONS = ['long', 'short'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A rate in 1e-8: 100000000n is 100 %. */
export type RateE8 = bigint;
/** A price in 1e-8 of the quote coin per base coin: for prices between ticks. */
export type PriceE8 = bigint;

/**
 * The isolated position of one order. All money belongs to the lots still held; a partial close takes its share of
 * each. The average entry price is `openUnits` over the size: a sum is never rounded.
 */
export interface Position {
  direction: Direction;
  multiple: number;
  lots: Lots;
  /** Sum of price times amount over the fills. */
  openUnits: Units;
  /** Initial margin, the base of profit rates. */
  entryMarginUnits: Units;
  /** Margin held now (the security deposit): initial plus added margin, minus funding paid from it. */
  marginUnits: Units;
  openFeeUnits: Units;
  /** Funding received (+) or paid (-). */
  fundingUnits: Units;
}

/** Sign of a direction: +1 long, -1 short. */
export function signOf(direction: Direction): bigint {
  return direction === 'long' ? 1n : -1n;
}

export function emptyPosition(direction: Direction, multiple: number): Position {
  return {
    direction,
    multiple,
    lots: 0,
    openUnits: 0n,
    entryMarginUnits: 0n,
    marginUnits: 0n,
    openFeeUnits: 0n,
    fundingUnits: 0n,
  };
}

/** Initial margin of a notional, rounded up (docs/formulas.md 2). */
export function initialMargin(notional: Units, multiple: number): Units {
  return upShare(notional, BigInt(multiple));
}

/**
 * Adds a fill at its own price (docs/formulas.md 2, 5, 16). Also returns its debit: margin and fee, both rounded up.
 */
export function addFill(
  terms: RiskTerms,
  position: Position,
  priceTicks: PriceTicks,
  lots: Lots,
  feeE8: RateE8,
): { position: Position; marginUnits: Units; feeUnits: Units } {
  const notional = valueUnits(terms, priceTicks, lots);
  const openUnits = position.openUnits + notional;
  // Margin of the whole minus what is held: many small fills cost no more than a large one.
  const whole = initialMargin(openUnits, position.multiple);
  const marginUnits = whole > position.entryMarginUnits ? whole - position.entryMarginUnits : 0n;
  const feeUnits = rateShare(notional, feeE8, 'up');
  return {
    position: {
      ...position,
      lots: position.lots + lots,
      openUnits,
      entryMarginUnits: position.entryMarginUnits + marginUnits,
      marginUnits: position.marginUnits + marginUnits,
      openFeeUnits: position.openFeeUnits + feeUnits,
    },
    marginUnits,
    feeUnits,
  };
}

/** Average entry price, nearest (docs/formulas.md 16). 0 for an empty position. */
export function entryPriceE8(terms: RiskTerms, position: Position): PriceE8 {
  return priceE8Of(terms, position.openUnits, position.lots);
}

/** Unrealised profit at a mark, exact (docs/formulas.md 7). */
export function unrealised(terms: RiskTerms, position: Position, markTicks: PriceTicks): Units {
  return signOf(position.direction) * (valueUnits(terms, markTicks, position.lots) - position.openUnits);
}

/** Profit over the initial margin, rounded down (docs/formulas.md 9). 0 without margin. */
export function profitRateE8(position: Position, profitUnits: Units): RateE8 {
  return position.entryMarginUnits === 0n ? 0n : downShare(profitUnits * ONE_E8, position.entryMarginUnits);
}

/** Margin plus unrealised profit: the position's worth at a mark. */
export function equity(terms: RiskTerms, position: Position, markTicks: PriceTicks): Units {
  return position.marginUnits + unrealised(terms, position, markTicks);
}

/** Maintenance margin of a notional, rounded up (docs/formulas.md 6). */
export function maintenance(terms: RiskTerms, notional: Units): Units {
  return upShare(neededE8(terms, notional, 0n), ONE_E8);
}

/** Maintenance margin and closing fee of a notional, in 1e-16 of the coin: exact for comparisons. */
function neededE8(terms: RiskTerms, notional: Units, feeE8: RateE8): bigint {
  const { mmrE8, deductUnits } = tierAt(terms.tiers, notional);
  return notional * (mmrE8 + feeE8) - deductUnits * ONE_E8;
}

/** Highest margin ratio, 10 000 %; also that of a position worth nothing or less. */
export const MAX_RISK_E8: RateE8 = 100n * ONE_E8;

/**
 * Margin ratio (docs/formulas.md 10), rounded up, at most MAX_RISK_E8; positions are liquidated from 100 % on. 0 for
 * an empty position.
 */
export function riskRateE8(terms: RiskTerms, position: Position, markTicks: PriceTicks): RateE8 {
  if (position.lots === 0) return 0n;
  const worth = equity(terms, position, markTicks);
  if (worth <= 0n) return MAX_RISK_E8;
  const rate = upShare(neededE8(terms, valueUnits(terms, markTicks, position.lots), terms.takerE8), worth);
  return rate < MAX_RISK_E8 ? rate : MAX_RISK_E8;
}

/** Whether the margin ratio is 100 % or more, by definition. `crossed` gives the same with one integer comparison. */
export function isLiquidated(terms: RiskTerms, position: Position, markTicks: PriceTicks): boolean {
  if (position.lots === 0) return false;
  const notional = valueUnits(terms, markTicks, position.lots);
  return neededE8(terms, notional, terms.takerE8) >= equity(terms, position, markTicks) * ONE_E8;
}

/** An exact price `num / den` in 1e-8 of the quote coin; `den` > 0. */
interface Fraction {
  num: bigint;
  den: bigint;
}

/**
 * Exact liquidation price (docs/formulas.md 11, 12), or null when no price above 0 liquidates. The maintenance margin
 * is the maximum over all tiers' lines, because deductions make it continuous and rates increase; so the liquidation
 * price is the first one reached over all tiers, without a search for the right tier.
 */
function liquidation(terms: RiskTerms, position: Position): Fraction | null {
  if (position.lots === 0) return null;
  const s = signOf(position.direction);
  const size = sizeUnits(terms, position.lots);
  let first: Fraction | null = null;
  for (const { mmrE8, deductUnits } of terms.tiers) {
    const num = (position.openUnits - s * (position.marginUnits + deductUnits)) * ONE_E8 * ONE_E8;
    const den = size * (ONE_E8 - s * (mmrE8 + terms.takerE8));
    if (den <= 0n) throw new Error('maintenance rate and fee together reach 100 %');
    const difference = first === null ? s : num * first.den - first.num * den;
    if (difference * s > 0n) first = { num, den };
  }
  return first !== null && first.num > 0n ? first : null;
}

/** Liquidation price rounded to 1e-8, for display; null without one. */
export function liqPriceE8(terms: RiskTerms, position: Position): PriceE8 | null {
  const price = liquidation(terms, position);
  return price === null ? null : nearestShare(price.num, price.den);
}

/** `liqTicks` of a short without a liquidation price. A long's is 0, which a mark never is. */
export const NEVER_ABOVE: PriceTicks = Number.MAX_SAFE_INTEGER;

/**
 * First whole tick at which the position is liquidated. Calculate it when the position changes; `crossed` then needs
 * one comparison per mark. Without a liquidation price 0 for a long, NEVER_ABOVE for a short.
 */
export function liqTicks(terms: RiskTerms, position: Position): PriceTicks {
  const price = liquidation(terms, position);
  if (position.direction === 'long')
    return price === null ? 0 : Number(downShare(price.num, price.den * tickE8(terms.price)));
  if (price === null) return NEVER_ABOVE;
  const ticks = upShare(price.num, price.den * tickE8(terms.price));
  return ticks < BigInt(NEVER_ABOVE) ? Number(ticks) : NEVER_ABOVE;
}

/** Whether a mark reached `liqTicks`, which is a margin ratio of 100 % or more. */
export function crossed(direction: Direction, markTicks: PriceTicks, liqAtTicks: PriceTicks): boolean {
  return direction === 'long' ? markTicks <= liqAtTicks : markTicks >= liqAtTicks;
}

/**
 * Bankruptcy price, rounded to the nearest (docs/formulas.md 14): there the margin is used up. 0 when a long can never
 * lose it all, or nothing is held.
 */
export function bustPriceE8(terms: RiskTerms, position: Position): PriceE8 {
  const price = priceE8Of(terms, position.openUnits - signOf(position.direction) * position.marginUnits, position.lots);
  return price > 0n ? price : 0n;
}

/**
 * Worst whole tick at which the margin still pays loss and closing fee: closing there costs no other account. A
 * long that cannot lose all closes at any price.
 */
export function coveredTicks(terms: RiskTerms, position: Position): PriceTicks {
  const s = signOf(position.direction);
  const num = (position.openUnits - s * position.marginUnits) * ONE_E8 * ONE_E8;
  const den = sizeUnits(terms, position.lots) * (ONE_E8 - s * terms.takerE8) * tickE8(terms.price);
  return Math.max(1, Number(position.direction === 'long' ? upShare(num, den) : downShare(num, den)));
}

/**
 * Price at which closing as taker covers all fees, rounded to the nearest (docs/formulas.md 15). 0 for an empty
 * position.
 */
export function breakEvenE8(terms: RiskTerms, position: Position): PriceE8 {
  if (position.lots === 0) return 0n;
  const s = signOf(position.direction);
  const num = (position.openUnits + s * position.openFeeUnits) * ONE_E8 * ONE_E8;
  return nearestShare(num, sizeUnits(terms, position.lots) * (ONE_E8 - s * terms.takerE8));
}

function priceE8Of(terms: RiskTerms, units: Units, lots: Lots): PriceE8 {
  return lots === 0 ? 0n : nearestShare(units * ONE_E8, sizeUnits(terms, lots));
}

/** One tick of a price grid in 1e-8. */
export function tickE8(grid: Grid): bigint {
  return BigInt(grid.step) * 10n ** BigInt(MONEY_DECIMALS - grid.decimals);
}
