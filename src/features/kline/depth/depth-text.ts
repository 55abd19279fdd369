// Formats of the depth view, computed from whole ticks, lots and units without floating point.
import { type DepthGrids, type FillCost } from '../../../../chart/depth/depth-fill.ts';
import { printScaled } from '../../../../core/units/units.ts';
import { UNKNOWN, amountText, separate, stepsText, withPercent } from '../../../stores/market/number-format.ts';

/** Most characters of an amount. */
const MAX_AMOUNT_CHARACTERS = 12;
/** One millionth is 0.0001 %. */
const PPM_PERCENT_DECIMALS = 4;

/** Mid price in half ticks, with one more decimal where it lies between two ticks. */
export function midText(bestBid: number, bestAsk: number, { price }: DepthGrids): string {
  const halves = { decimals: price.decimals + 1, step: price.step * 5 };
  const sum = bestBid + bestAsk;
  return stepsText(sum, halves, (sum * price.step) % 2 === 0 ? price.decimals : price.decimals + 1);
}

export function shortLotsText(lots: number, { amount }: DepthGrids): string {
  return amountText(lots, amount, MAX_AMOUNT_CHARACTERS);
}

export function averageText(cost: FillCost, { price }: DepthGrids): string {
  return separate(printScaled(cost.averageScaled, price.decimals));
}

/** Parts per million as percent: "0.0123%". */
export function ppmText(ppm: bigint): string {
  return withPercent(printScaled(ppm, PPM_PERCENT_DECIMALS));
}

/** Half the visible price range: "1%", "0.25%". */
export function rangeText(share: number): string {
  return share > 0 ? withPercent(String(Number((share * 100).toPrecision(2)))) : UNKNOWN;
}
