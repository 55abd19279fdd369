// Number formatting in the style of the language: prices, amounts, money, statistics, percentages.
import { cutDecimal, trimDecimal, writeDecimal } from '../../../core/units/number-style.ts';
import { type Grid, type Units, parseMoney, printMoney, printScaled, printSteps } from '../../../core/units/units.ts';
import { numberStyle } from '../../lib/number-style.ts';

/** Shown where a number is unknown. */
export const UNKNOWN = '--';

const SUFFIXES = ['', 'K', 'M', 'G', 'T', 'P', 'E'] as const;
/** Decimals of USDT on screen; further ones are cut. */
export const MONEY_TEXT_DECIMALS = 2;

/** A plain decimal with every digit, in groups: "67,412.35"; in German "67.412,35". */
export function separate(decimal: string): string {
  return writeDecimal(decimal, numberStyle.value);
}

/** A count of steps with all decimals of its grid: "67,412.30". No whole number: unknown. */
export function stepsText(count: number, grid: Grid, decimals = grid.decimals): string {
  return Number.isInteger(count) ? separate(plainSteps(count, grid, decimals)) : UNKNOWN;
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

/** An amount for a narrow column: as many decimals as fit in `width` characters, truncated, and no groups. */
export function amountText(lots: number, grid: Grid, width: number): string {
  if (!Number.isInteger(lots)) return UNKNOWN;
  const full = plainSteps(lots, grid, grid.decimals);
  const point = full.indexOf('.');
  if (full.length > width && (point < 0 || point > width)) return bigText(Number(full));
  return localPoint(full.length > width && point >= width - 1 ? full.slice(0, point) : full.slice(0, width));
}

/** The decimal point alone in the language's style. */
function localPoint(text: string): string {
  return numberStyle.value.point === '.' ? text : text.replace('.', numberStyle.value.point);
}

/** A statistic with at most two decimals and a suffix: "24.31K", "1.63G". */
export function bigText(value: number): string {
  if (!Number.isFinite(value)) return UNKNOWN;
  let step = 0;
  let rest = Math.abs(value);
  for (; rest >= 1000 && step < SUFFIXES.length - 1; step += 1) rest /= 1000;
  const cut = Math.floor(rest * 100) / 100;
  return localPoint(
    `${value < 0 ? '-' : ''}${step === 0 && cut === 0 && rest > 0 ? '0.00' : cut.toFixed(2)}${SUFFIXES[step]}`,
  );
}

/** A plain decimal of percent with its sign: "0.0123%". */
export function withPercent(decimal: string): string {
  return separate(decimal) + numberStyle.value.percent;
}

/** A share as a percentage, rounded: "0.7" with no decimals as "70%". No number: unknown. */
export function percentText(fraction: number | string, decimals = 2): string {
  const share = Number(fraction);
  if (!Number.isFinite(share)) return UNKNOWN;
  const scale = 10 ** decimals;
  const text = (Math.round(share * 100 * scale) / scale).toFixed(decimals);
  return withPercent(/[1-9]/.test(text) ? text : text.replace('-', ''));
}

/** A rate as a signed percentage: 0.0184 as "+1.84%". */
export function rateText(rate: number): string {
  const text = percentText(rate);
  return rate > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A rate of the exchange as a percentage, cut and not rounded: "0.18109" as "18.10%". */
export function cutPercentText(fraction: string): string {
  const units = parseMoney(fraction);
  if (units === null) return UNKNOWN;
  return withPercent(printScaled(units / 10_000n, 2));
}

/** The same with a sign: "+18.10%". */
export function signedPercentText(fraction: string): string {
  return `${(parseMoney(fraction) ?? 0n) > 0n ? '+' : ''}${cutPercentText(fraction)}`;
}

/** A plain decimal, or ledger units, cut to `decimals`: "66,887.81". `trim` leaves out zeros at the end. */
export function cutText(value: string | Units, decimals: number, trim = false): string {
  const cut = cutDecimal(typeof value === 'bigint' ? printMoney(value) : value, decimals);
  return separate(trim ? trimDecimal(cut) : cut);
}

/** USDT with two decimals, cut: "7,500.49". */
export function moneyText(value: string | Units): string {
  return cutText(value, MONEY_TEXT_DECIMALS);
}

/** The same with a sign: "+152.30"; UNKNOWN for no decimal. */
export function signedMoney(value: string | Units): string {
  const units = typeof value === 'bigint' ? value : parseMoney(value);
  return units === null ? UNKNOWN : `${units > 0n ? '+' : ''}${moneyText(units)}`;
}
