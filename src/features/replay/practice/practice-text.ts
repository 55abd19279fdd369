// Figures of a practice as texts. Money is cut to two decimals here alone; sums are exact.
import { trimDecimal } from '../../../../core/units/number-style.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import {
  type Lots,
  type PriceTicks,
  type Units,
  notionalUnits,
  printScaled,
  printSteps,
} from '../../../../core/units/units.ts';
import { separate } from '../../../stores/market/number-format.ts';

const MONEY_DECIMALS = 2;
const CUT = 10n ** BigInt(8 - MONEY_DECIMALS);

/** Average price of a position in ticks, cut; null without one. */
export function averageTicks(
  { positionLots, costUnits }: { positionLots: Lots; costUnits: Units },
  { price, amount }: Instrument,
): PriceTicks | null {
  const lots = Math.abs(positionLots);
  return lots === 0 ? null : Number(costUnits / notionalUnits(1, price, lots, amount));
}

export function centsText(units: Units): string {
  return separate(printScaled(units / CUT, MONEY_DECIMALS));
}

/** "+12.50", "-3.00", "0.00". */
export function signedCentsText(units: Units): string {
  return units / CUT > 0n ? `+${centsText(units)}` : centsText(units);
}

export function lotsText(lots: Lots, { amount }: Instrument): string {
  return separate(trimDecimal(printSteps(lots, amount)));
}
