// Depth numbers as text, from whole ticks, lots and units: nothing is rounded in a float on the way.
import { type DepthGrids, type FillCost } from '../../../../chart/depth/depth-fill.ts';
import { MONEY_DECIMALS, type Units, printScaled } from '../../../../core/units/units.ts';
import { UNKNOWN, amountText, separate, stepsText } from '../../../stores/market/number-format.ts';

/** Widest amount in a line of readings. */
const AMOUNT_CHARACTERS = 12;
/** Decimals of quote money from one coin on. */
const MONEY_SHOWN = 2;
const LAST_SHOWN = 10n ** BigInt(MONEY_DECIMALS - MONEY_SHOWN);
const ONE_COIN = 10n ** BigInt(MONEY_DECIMALS);
/** A millionth is a ten-thousandth of a percent. */
const PPM_PERCENT_DECIMALS = 4;

/** The middle of two best prices, in half ticks: one decimal more where it falls between two ticks. */
export function midText(bestBid: number, bestAsk: number, { price }: DepthGrids): string {
  const halves = { decimals: price.decimals + 1, step: price.step * 5 };
  const sum = bestBid + bestAsk;
  return stepsText(sum, halves, (sum * price.step) % 2 === 0 ? price.decimals : price.decimals + 1);
}

export function lotsText(lots: number, { amount }: DepthGrids): string {
  return amountText(lots, amount, AMOUNT_CHARACTERS);
}

/** Quote money: two decimals from one coin on, to the nearest; all of them below. */
export function moneyText(units: Units): string {
  if (units < ONE_COIN) return printScaled(units, MONEY_DECIMALS, true);
  return separate(printScaled((units + LAST_SHOWN / 2n) / LAST_SHOWN, MONEY_SHOWN));
}

export function averageText(cost: FillCost, { price }: DepthGrids): string {
  return separate(printScaled(cost.averageScaled, price.decimals));
}

/** "0.0123%" of millionths. */
export function percentText(ppm: bigint): string {
  return `${printScaled(ppm, PPM_PERCENT_DECIMALS)}%`;
}

/** Half the visible range: "1%", "0.25%". */
export function rangeText(share: number): string {
  return share > 0 ? `${Number((share * 100).toPrecision(2))}%` : UNKNOWN;
}
