// Number formatting: prices and amounts with thousands separators, suffixes for big numbers, signed
// rates.
import { type Grid, parseMoney, printScaled, printSteps } from '../../../core/units/units.ts';

/** Shown where a number is unknown. */
export const UNKNOWN = '--';

const SUFFIXES = ['', 'K', 'M', 'G', 'T', 'P', 'E'] as const;

/** "67412.35" as "67,412.35". */
export function separate(decimal: string): string {
  const point = decimal.indexOf('.');
  const end = point < 0 ? decimal.length : point;
  const start = decimal.startsWith('-') ? 1 : 0;
  let text = decimal.slice(end);
  let at = end;
  for (; at - 3 > start; at -= 3) text = `,${decimal.slice(at - 3, at)}${text}`;
  return decimal.slice(0, at) + text;
}

/** A count of steps with all decimals of its grid: "67,412.30". NaN: unknown. */
export function stepsText(count: number, grid: Grid, decimals = grid.decimals): string {
  return Number.isNaN(count) ? UNKNOWN : separate(plainSteps(count, grid, decimals));
}

/** Integers below 2^53 are formatted without BigInt: this runs for every changed cell. */
function plainSteps(count: number, grid: Grid, decimals: number): string {
  const scaled = count * grid.step;
  if (decimals > grid.decimals || !Number.isSafeInteger(scaled) || scaled < 0) return printSteps(count, grid, decimals);
  const digits = String(scaled).padStart(grid.decimals + 1, '0');
  const whole = digits.slice(0, digits.length - grid.decimals);
  const fraction = digits.slice(digits.length - grid.decimals, digits.length - grid.decimals + decimals);
  return fraction ? `${whole}.${fraction}` : whole;
}

/** An amount for a narrow column: as many decimals as fit in `width` characters, truncated. */
export function amountText(lots: number, grid: Grid, width: number): string {
  if (Number.isNaN(lots)) return UNKNOWN;
  const full = plainSteps(lots, grid, grid.decimals);
  if (full.length <= width) return full;
  const point = full.indexOf('.');
  if (point < 0 || point > width) return bigText(Number(full));
  return point >= width - 1 ? full.slice(0, point) : full.slice(0, width);
}

/** A statistic with at most two decimals and a suffix: "24.31K", "1.63G". */
export function bigText(value: number): string {
  if (!Number.isFinite(value)) return UNKNOWN;
  let step = 0;
  let rest = Math.abs(value);
  for (; rest >= 1000 && step < SUFFIXES.length - 1; step += 1) rest /= 1000;
  const cut = Math.floor(rest * 100) / 100;
  return `${value < 0 ? '-' : ''}${step === 0 && cut === 0 && rest > 0 ? '0.00' : cut.toFixed(2)}${SUFFIXES[step]}`;
}

/** A rate as a signed percentage: 0.0184 as "+1.84%". */
export function rateText(rate: number): string {
  if (!Number.isFinite(rate)) return UNKNOWN;
  const text = (Math.round(rate * 10_000) / 100).toFixed(2);
  return `${rate > 0 && text !== '0.00' ? '+' : ''}${text === '-0.00' ? '0.00' : text}%`;
}

/** Two decimals, truncated, with sign: "+152.30". */
export function signedMoney(decimal: string): string {
  const units = parseMoney(decimal.replace('-', ''));
  if (units === null) return UNKNOWN;
  const cut = printScaled(units / 1_000_000n, 2);
  return `${decimal.startsWith('-') ? '-' : units > 0n ? '+' : ''}${separate(cut)}`;
}
