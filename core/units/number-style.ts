// How a language writes numbers: the signs between groups of digits, before decimals and before a percent.

import { printScaled } from './units.ts';

/** Signs of a language. Digits are Latin in every one. */
export interface NumberStyle {
  /** Between groups of three digits. */
  group: string;
  /** Before the decimals. */
  point: string;
  /** After a number of percent, with the space that belongs to it. */
  percent: string;
}

const POINT: NumberStyle = { group: ',', point: '.', percent: '%' };
const SPACED_PERCENT = '\u00a0%';
/** By language code, as CLDR 44 has them; others write as English does. */
const STYLES: Readonly<Record<string, NumberStyle>> = {
  'de-DE': { group: '.', point: ',', percent: SPACED_PERCENT },
  'fr-FR': { group: '\u202f', point: ',', percent: SPACED_PERCENT },
  'ru-RU': { group: '\u00a0', point: ',', percent: SPACED_PERCENT },
  vi: { group: '.', point: ',', percent: '%' },
};

/** The style of a language; the English one where the code is unknown. */
export function numberStyleOf(language: string): NumberStyle {
  return STYLES[language] ?? POINT;
}

/**
 * Writes a plain decimal in a style; every digit stays.
 * @example
 * writeDecimal('-67412.35', numberStyleOf('de-DE')); // '-67.412,35'
 */
export function writeDecimal(decimal: string, { group, point }: NumberStyle): string {
  const pointAt = decimal.indexOf('.');
  const end = pointAt < 0 ? decimal.length : pointAt;
  const start = decimal.startsWith('-') ? 1 : 0;
  let text = pointAt < 0 ? '' : point === '.' ? decimal.slice(end) : point + decimal.slice(end + 1);
  let at = end;
  for (; at - 3 > start; at -= 3) text = group + decimal.slice(at - 3, at) + text;
  return decimal.slice(0, at) + text;
}

/** Significant digits of a number that a cut would make nothing. */
const TINY_DIGITS = 2;

/**
 * Cuts a plain decimal after `decimals`, toward zero, and fills it up with zeros; one that would become zero keeps two
 * significant digits instead, because a fee of 0.0000285 is no fee of 0.
 * @example
 * cutDecimal('66887.8153333', 2); // '66887.81'
 * cutDecimal('12.5', 2); // '12.50'
 * cutDecimal('0.0000285', 2); // '0.000028'
 */
export function cutDecimal(decimal: string, decimals: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const first = fraction.search(/[1-9]/);
  if (first >= decimals && /^-?0+$/.test(whole))
    return `${whole}.${fraction.slice(0, first + TINY_DIGITS).replace(/0+$/, '')}`;
  const cut = decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
  return /[1-9]/.test(cut) ? cut : cut.replace('-', '');
}

/**
 * Rounds a plain decimal to the nearest after `decimals`, halves away from zero, and fills it up with zeros; one that
 * would become zero is cut instead.
 * @example
 * roundDecimal('43123.196', 2); // '43123.20'
 */
export function roundDecimal(decimal: string, decimals: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  if ((fraction[decimals] ?? '0') < '5') return cutDecimal(decimal, decimals);
  const negative = whole.startsWith('-');
  const above = BigInt((negative ? whole.slice(1) : whole) + fraction.slice(0, decimals)) + 1n;
  return `${negative ? '-' : ''}${printScaled(above, decimals)}`;
}

/** Without zeros at the end of the decimals: "0.50000" as "0.5", "12.00" as "12". */
export function trimDecimal(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
