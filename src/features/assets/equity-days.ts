// Daily equity as an SVG path, its sum, and the short amounts of a calendar.
import { scaleLinear } from 'd3-scale';
import type { Decimal } from 'decimal.js';
import { isDecimal } from '../../../core/units/units.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';
import { bigText } from '../../stores/market/number-format.ts';

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

/** Null for text that is no decimal of the API. */
const decimalOf = (text: string): Decimal | null => (isDecimal(text) ? new ExactDecimal(text) : null);

/** Undefined for an amount of 0. */
export function toneOf(decimal: string): 'up' | 'down' | undefined {
  const value = Number(decimal);
  return value > 0 ? 'up' : value < 0 ? 'down' : undefined;
}

/** Short form for a calendar cell: "+1.52K"; "0" for less than a cent. */
export function shortMoney(decimal: string): string {
  const text = bigText(Number(decimal));
  if (!/[1-9]/.test(text)) return '0';
  return toneOf(decimal) === 'up' ? `+${text}` : text;
}

/** "11-21" of a day's start in UTC. */
export function dayLabel(at: number): string {
  return new Date(at).toISOString().slice(5, 10);
}
