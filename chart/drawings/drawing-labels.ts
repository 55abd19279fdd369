// Labels of drawings for prices and times, without words of any language.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/units/durations.ts';
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

/** Units of a span, longest first: ms and letter. */
const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'm'],
  [1000, 's'],
] as const;

/** A length of time in its two largest units: "2d 4h", "45m", "0s". */
export function spanText(spanMs: number): string {
  let rest = Math.abs(spanMs);
  const parts: string[] = [];
  for (const [unitMs, letter] of UNITS) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count}${letter}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0s' : parts.join(' ');
}

/** Reward for each unit of risk: "2.00 : 1"; "-" without risk. */
export function ratioText(reward: number, risk: number): string {
  return risk > 0 ? `${formatFixed(reward / risk, 2)} : 1` : NONE;
}
