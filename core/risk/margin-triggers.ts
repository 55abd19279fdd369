// Take-profit and stop-loss: valid sides, when they trigger, and the price for a wanted profit rate.
import { type Direction, NEVER_ABOVE, type Position, type RateE8, signOf, tickE8 } from './margin.ts';
import { type RiskTerms, downShare, sizeUnits, upShare } from './margin-tiers.ts';
import { CODE, type Reject, reject } from '../errors/errors.ts';
import { ONE_E8, type PriceTicks, type Units, printSteps } from '../units/units.ts';

/**
 * Checks the side of a take-profit (docs/formulas.md 20): above the reference for a long, below it for a short. The
 * reference is the limit price of a pending order, else the mark. Refusal 2009 with `sign` (">" or "<") and `ref`, a
 * price.
 */
export function checkTakeProfit(
  terms: RiskTerms,
  direction: Direction,
  profitTicks: PriceTicks,
  referenceTicks: PriceTicks,
): Reject | null {
  const long = direction === 'long';
  if (profitTicks > 0 && (long ? profitTicks > referenceTicks : profitTicks < referenceTicks)) return null;
  return reject(CODE.profitSide, { sign: long ? '>' : '<', ref: printSteps(referenceTicks, terms.price) });
}

/**
 * Checks the side of a stop-loss: below the reference for a long, above it for a short, and reached before the
 * liquidation at `liqAtTicks` (from `liqTicks`; null skips that). Refusal 2010 with `sign` and `ref`, the bound that it
 * violates.
 */
export function checkStopLoss(
  terms: RiskTerms,
  direction: Direction,
  lossTicks: PriceTicks,
  referenceTicks: PriceTicks,
  liqAtTicks: PriceTicks | null,
): Reject | null {
  const long = direction === 'long';
  const refuse = (sign: '>' | '<', ticks: PriceTicks): Reject =>
    reject(CODE.lossSide, { sign, ref: printSteps(ticks, terms.price) });
  if (lossTicks <= 0) return refuse('>', 0);
  if (long ? lossTicks >= referenceTicks : lossTicks <= referenceTicks) return refuse(long ? '<' : '>', referenceTicks);
  if (liqAtTicks === null || (long ? lossTicks > liqAtTicks : lossTicks < liqAtTicks)) return null;
  return refuse(long ? '>' : '<', liqAtTicks);
}

/** Whether a price has reached a take-profit; 0 means none is set. */
export function takesProfit(direction: Direction, ticks: PriceTicks, profitTicks: PriceTicks): boolean {
  if (profitTicks === 0) return false;
  return direction === 'long' ? ticks >= profitTicks : ticks <= profitTicks;
}

/** Whether a price has reached a stop-loss; 0 means none is set. */
export function stopsLoss(direction: Direction, ticks: PriceTicks, lossTicks: PriceTicks): boolean {
  if (lossTicks === 0) return false;
  return direction === 'long' ? ticks <= lossTicks : ticks >= lossTicks;
}

/**
 * Price at which a profit rate (negative: a loss) is reached, `P0 (1 + s x / L)` (docs/formulas.md 21), rounded on the
 * grid so that the profit is never less than requested. 0 when there is no price above 0.
 */
export function ticksForRate(terms: RiskTerms, position: Position, rate: RateE8): PriceTicks {
  const scale = BigInt(position.multiple) * ONE_E8;
  return closingTicks(terms, position, position.openUnits * (scale + signOf(position.direction) * rate), scale);
}

/**
 * Price at which a profit of `units` (negative: a loss) before fees is reached, `P0 + s A / Q`, rounded the same way. 0
 * when there is none.
 */
export function ticksForAmount(terms: RiskTerms, position: Position, units: Units): PriceTicks {
  return closingTicks(terms, position, position.openUnits + signOf(position.direction) * units, 1n);
}

function closingTicks(terms: RiskTerms, position: Position, num: bigint, den: bigint): PriceTicks {
  if (position.lots === 0) return 0;
  const round = position.direction === 'long' ? upShare : downShare;
  const ticks = round(num * ONE_E8, den * sizeUnits(terms, position.lots) * tickE8(terms.price));
  return ticks <= 0n || ticks >= BigInt(NEVER_ABOVE) ? 0 : Number(ticks);
}
