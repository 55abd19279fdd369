// Days of an account as a curve and as text: dates, signed money, and money short enough for a cell of a calendar.
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
 * SVG path of the equity in a box of `width` by `height`, one decimal; a flat line in the middle when nothing moves, ''
 * below two days.
 */
export function curvePath(days: readonly Day[], width: number, height: number): string {
  if (days.length < 2) return '';
  const worths = days.map(({ equity }) => Number(equity));
  const x = scaleLinear([0, days.length - 1], [0, width]);
  const y = scaleLinear([Math.min(...worths), Math.max(...worths)], [height, 0]);
  return worths.map((worth, day) => `${day === 0 ? 'M' : 'L'}${x(day).toFixed(1)} ${y(worth).toFixed(1)}`).join('');
}

/** What some days brought together. */
export function broughtBy(days: readonly Day[]): string {
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

/** Two decimals of what has no sign, cut: "9,990.74". */
export function worthText(decimal: string): string {
  return separate(twoDecimals(decimalOf(decimal) ?? new ExactDecimal(0)));
}

const twoDecimals = (value: Decimal): string => value.abs().toFixed(2, ExactDecimal.ROUND_DOWN);

/** Null for what is no decimal of the wire. */
const decimalOf = (text: string): Decimal | null => (isDecimal(text) ? new ExactDecimal(text) : null);

/** Absent where there is neither gain nor loss. */
export function toneOf(decimal: string): 'up' | 'down' | undefined {
  const text = signedText(decimal);
  return text.startsWith('-') ? 'down' : text.startsWith('+') ? 'up' : undefined;
}

/** "+1.52K": what fits a cell. */
export function shortMoney(decimal: string): string {
  const value = Number(decimal);
  return `${toneOf(decimal) === 'up' ? '+' : ''}${toneOf(decimal) === undefined ? '0' : bigText(value)}`;
}

/** "11-21" of a day's start in UTC. */
export function dayLabel(at: number): string {
  return new Date(at).toISOString().slice(5, 10);
}
