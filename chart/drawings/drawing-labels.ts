// Labels of drawings for prices, without words of any language.
import { type PriceFormat, formatFixed, formatPercent } from '../scene/text/number-format.ts';

/** Where there is no number. */
const NONE = '-';

/** "+1,234.50", "-0.07", "0.00". */
export function signedPrice(change: number, prices: PriceFormat): string {
  return change > 0 ? `+${prices.format(change)}` : prices.format(change);
}

/** Change of a price as "+1.84%"; "-" when there is nothing to compare with. */
export function percentOf(change: number, base: number): string {
  return formatPercent((change / base) * 100);
}

/** Reward for each unit of risk: "2.00 : 1"; "-" without risk. */
export function ratioText(reward: number, risk: number): string {
  return risk > 0 && reward / risk < Infinity ? `${formatFixed(reward / risk, 2)} : 1` : NONE;
}
