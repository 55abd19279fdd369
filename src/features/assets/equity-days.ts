// Days of an account as a curve and as text: dates, signed money, and money short enough for a cell of a calendar.
import { scaleLinear } from 'd3-scale';
import { parseMoney, printMoney } from '../../../contract/units.ts';
import { bigText, separate } from '../../state/digits.ts';

export interface Day {
  /** Start of the day (UTC), in ms. */
  at: number;
  /** In USDT, as decimals. */
  equity: string;
  profit: string;
}

/** SVG path of the equity in a box of `width` by `height`, one decimal; a flat line in the middle when nothing moves, '' below two days. */
export function curvePath(days: readonly Day[], width: number, height: number): string {
  if (days.length < 2) return '';
  const worths = days.map(({ equity }) => Number(equity));
  const x = scaleLinear([0, days.length - 1], [0, width]);
  const y = scaleLinear([Math.min(...worths), Math.max(...worths)], [height, 0]);
  return worths.map((worth, day) => `${day === 0 ? 'M' : 'L'}${x(day).toFixed(1)} ${y(worth).toFixed(1)}`).join('');
}

/** What some days brought together. */
export function broughtBy(days: readonly Day[]): string {
  return printMoney(days.reduce((sum, { profit }) => sum + (parseMoney(profit) ?? 0n), 0n));
}

/** Two decimals, cut, with its sign: "+152.30"; "0.00" has none. */
export function signedText(decimal: string): string {
  const value = Number(decimal);
  if (!Number.isFinite(value)) return '--';
  const cut = twoDecimals(value);
  return cut === '0.00' ? cut : `${value < 0 ? '-' : '+'}${separate(cut)}`;
}

/** Two decimals of what has no sign, cut: "9,990.74". */
export function worthText(decimal: string): string {
  return separate(twoDecimals(Number(decimal)));
}

const twoDecimals = (value: number): string => (Math.floor(Math.abs(value) * 100 + 1e-9) / 100).toFixed(2);

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
