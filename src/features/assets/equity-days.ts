// Daily equity as an SVG path, and formats for signed and shortened amounts.
import { scaleLinear } from 'd3-scale';
import type { Decimal } from 'decimal.js';
import { isDecimal } from '../../../core/units/units.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';
import { UNKNOWN, bigText, separate } from '../../stores/market/number-format.ts';

export interface Day {
  /** Start of the day (UTC), in ms. */
  at: number;
  /** In USDT, as decimals. */
  equity: string;
  profit: string;
}

/**
 * SVG path of the equity in a box of `width` by `height`, coordinates with one decimal. A constant
 * equity is a line in the middle; '' for fewer than two days.
 */
export function curvePath(days: readonly Day[], width: number, height: number): string {
  if (days.length < 2) return '';
  const worths = days.map(({ equity }) => Number(equity));
  const x = scaleLinear([0, days.length - 1], [0, width]);
  const y = scaleLinear([Math.min(...worths), Math.max(...worths)], [height, 0]);
  return worths.map((worth, day) => `${day === 0 ? 'M' : 'L'}${x(day).toFixed(1)} ${y(worth).toFixed(1)}`).join('');
}

/** Sum of the daily profits. */
export function totalProfit(days: readonly Day[]): string {
  return ExactDecimal.sum(0, ...days.map(({ profit }) => decimalOf(profit) ?? 0)).toFixed();
}

/** Two decimals, cut, with its sign: "+152.30"; "0.00" has none. */
export function signedText(decimal: string): string {
  const value = decimalOf(decimal);
  if (value === null) return UNKNOWN;
  const cut = twoDecimals(value);
  return cut === '0.00' ? cut : `${value.isNegative() ? '-' : '+'}${separate(cut)}`;
}

/** A fraction as percent, with its sign and two decimals: "0.0152" as "+1.52". */
export function signedPercent(fraction: string): string {
  return signedText(decimalOf(fraction)?.times(100).toFixed() ?? fraction);
}

/** Two decimals, cut, without a sign: "9,990.74". */
export function worthText(decimal: string): string {
  return separate(twoDecimals(decimalOf(decimal) ?? new ExactDecimal(0)));
}

const twoDecimals = (value: Decimal): string => value.abs().toFixed(2, ExactDecimal.ROUND_DOWN);

/** Null for text that is no decimal of the API. */
const decimalOf = (text: string): Decimal | null => (isDecimal(text) ? new ExactDecimal(text) : null);

/** Undefined for an amount that is 0 with two decimals. */
export function toneOf(decimal: string): 'up' | 'down' | undefined {
  const text = signedText(decimal);
  return text.startsWith('-') ? 'down' : text.startsWith('+') ? 'up' : undefined;
}

/** Short form for a calendar cell: "+1.52K". */
export function shortMoney(decimal: string): string {
  const value = Number(decimal);
  return `${toneOf(decimal) === 'up' ? '+' : ''}${toneOf(decimal) === undefined ? '0' : bigText(value)}`;
}

/** "11-21" of a day's start in UTC. */
export function dayLabel(at: number): string {
  return new Date(at).toISOString().slice(5, 10);
}
