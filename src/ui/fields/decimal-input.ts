// Parses typed numbers into plain decimals, and computes the new caret position.
import type { NumberStyle } from '../../../core/units/number-style.ts';

const DIGIT = /\p{Nd}/u;

/** The Latin digit of one in any script; any other character as it is. */
export function latinDigit(char: string): string {
  if (!DIGIT.test(char)) return char;
  const point = char.codePointAt(0) ?? 0;
  // Digits of a script follow each other from its 0 on, and nothing but those of another one lies before that.
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

const SEPARATORS = /[.,،٫٬．，。]/u;
const ALWAYS_DECIMAL = /[٫]/u;

/**
 * Index of the decimal separator: the only separator, or the last of several different ones; -1 where all are thousands
 * separators.
 */
function decimalIndex(chars: string[]): number {
  const found = chars.flatMap((char, index) => (SEPARATORS.test(char) ? [index] : []));
  const last = found.at(-1);
  if (last === undefined) return -1;
  const lastChar = chars[last] ?? '';
  if (found.length === 1 || ALWAYS_DECIMAL.test(lastChar)) return last;
  const repeated = found.filter((index) => chars[index] === lastChar).length > 1;
  return repeated ? -1 : last;
}

/**
 * Parses `raw` with the caret at `caret`. Comma, point and Arabic separators are accepted; digits of all
 * scripts become Latin. Other characters and digits beyond `decimals` are dropped. A second decimal separator
 * typed at the end is dropped (`1.2.` stays `1.2`), while a pasted `1,234,567` or `1.234,56` is parsed with its
 * thousands separators. Zeros in front of another digit are dropped. `pasted` is the style of the language when the
 * text came at once: `1,234` is then 1234 in English and 1.234 in German, while a separator that is typed alone is a
 * decimal one in both.
 */
export function readDecimalInput(
  raw: string,
  caret: number,
  decimals: number,
  pasted?: NumberStyle,
): { text: string; caret: number } {
  const chars = [...raw];
  const point = pasted && isGrouped(raw, pasted) ? -1 : (secondPointTyped(chars) ?? decimalIndex(chars));
  let text = '';
  let newCaret = 0;
  let fraction = -1;
  let units = 0;
  chars.forEach((char, index) => {
    const digit = latinDigit(char);
    if (index === point && decimals > 0) {
      text += text === '' ? '0.' : '.';
      fraction = 0;
    } else if (index === point) {
      fraction = 0;
    } else if (/^\d$/.test(digit) && (fraction < 0 || fraction < decimals)) {
      text += digit;
      if (fraction >= 0) fraction += 1;
    }
    units += char.length;
    if (units <= caret) newCaret = text.length;
  });
  // With the caret in front, the first digit was deleted and another one may follow.
  const zeros = newCaret > 0 ? (/^0*(?=\d)/.exec(text)?.[0].length ?? 0) : 0;
  return { text: text.slice(zeros), caret: Math.max(0, newCaret - zeros) };
}

/**
 * Whether a pasted text is one number above 0, with a unit or a currency sign before or after it at most: "1e-5", "-5",
 * "12:30" and "20.5K" are not, and their digits alone would be another number.
 */
export function isOneNumber(pasted: string): boolean {
  const text = [...pasted].map(latinDigit).join('');
  return ONE_NUMBER.test(text) && !IN_THOUSANDS.test(text);
}

/** Between the digits: separators, spaces, apostrophes, and invisible marks of direction. */
const ONE_NUMBER = /^[^\d\p{Pd}−]*(?:\d[\d.,،٫٬．，。\s'’\p{Cf}]*)?\D*$/u;

/** A number with what multiplies it: as the app itself shortens volumes, and by the words of its languages. */
const IN_THOUSANDS = /\d\s*(?:(?:[bkmgtpe]|bn|mio|mrd|тыс|млн|млрд|ألف|مليون)(?!\p{L})|[万萬만億亿억千천])/iu;

/** Whether a separator was typed into a number that has one: the digits behind it would be worth another. */
export function isSecondPoint(typed: string, raw: string): boolean {
  return typed.length === 1 && SEPARATORS.test(typed) && raw.split(SEPARATORS).length > 2;
}

/** `1,234` in English, `1.234` in German: one group after one to three digits. */
function isGrouped(raw: string, { group }: NumberStyle): boolean {
  const [whole = '', rest = '', more] = raw.trim().split(group);
  return /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(rest) && more === undefined;
}

/** `1.2.`: the same separator typed again at the end is a typing error, no thousands separator. */
function secondPointTyped(chars: string[]): number | null {
  const found = chars.flatMap((char, index) => (SEPARATORS.test(char) ? [index] : []));
  const [first, second] = found;
  return found.length === 2 && first !== undefined && second === chars.length - 1 && chars[first] === chars[second]
    ? first
    : null;
}
