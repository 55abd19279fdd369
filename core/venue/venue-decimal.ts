// Venue decimals as whole counts, exact within 53 bits. Prices are never rounded; larger amounts are.
import { parseScaled } from '../units/units.ts';

/** Most digits before and after the point of a venue's decimal. */
const DIGITS = 18;
const EXPONENT = /^(\d{1,18})(?:\.(\d{1,18}))?[eE]([+-]?\d{1,2})$/;
const PLAIN = /^\d{1,18}(\.\d{1,18})?$/;

/**
 * `text` without an exponent ("9e-06" is "0.000009"); null when it is no decimal of at most 18 digits before and after
 * the point.
 */
export function plainDecimal(text: string): string | null {
  if (PLAIN.test(text)) return text;
  const [, whole, fraction = '', power] = EXPONENT.exec(text) ?? [];
  if (whole === undefined) return null;
  const point = whole.length + Number(power);
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length + Math.max(0, 1 - point), '0');
  const at = Math.max(1, point);
  const plain = (digits.slice(0, at).replace(/^0+(?=\d)/, '') + (digits.length > at ? `.${digits.slice(at)}` : ''))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return PLAIN.test(plain) ? plain : null;
}

/** Decimals of a venue's text without its trailing zeros: "61837.63000000" has 2. */
export function decimalsIn(text: string): number {
  const point = text.indexOf('.');
  if (point < 0) return 0;
  let end = text.length;
  while (end > point + 1 && text.charCodeAt(end - 1) === 48) end -= 1;
  return end - point - 1;
}

/** `text` in units of 10^-decimals. NaN when it is no plain decimal, has finer digits than that, or is beyond 2^53. */
export function countIn(text: string, decimals: number): number {
  let count = 0;
  let point = -1;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (digit === -2 && point < 0 && i > 0) point = i;
    else if (digit < 0 || digit > 9) return Number.NaN;
    else if (point < 0 || i - point <= decimals) count = count * 10 + digit;
    else if (digit !== 0) return Number.NaN;
  }
  if (text.length === 0) return Number.NaN;
  const given = point < 0 ? 0 : Math.min(decimals, text.length - point - 1);
  const whole = count * 10 ** (decimals - given);
  return Number.isSafeInteger(whole) ? whole : Number.NaN;
}

/**
 * An amount in lots of 10^-decimals. Amounts of watched markets are shown and never traded: finer ones are rounded (to
 * at least one lot), larger ones become 2^53 - 1 lots, instead of losing the book. NaN when it is no decimal.
 */
export function lotsIn(text: string, decimals: number): number {
  const exact = countIn(text, decimals);
  if (!Number.isNaN(exact)) return exact;
  const scaled = parseScaled(text, DIGITS);
  if (scaled === null || scaled < 0n) return Number.NaN;
  const lot = 10n ** BigInt(DIGITS - decimals);
  const lots = (scaled + lot / 2n) / lot;
  return lots === 0n && scaled > 0n ? 1 : Math.min(Number(lots), Number.MAX_SAFE_INTEGER);
}
