// Numbers as the chart writes them, in the style of a language.
// Prices from integer ticks with separators, amounts in K/M/B; both cached.
import { DAY_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import { type NumberStyle, numberStyleOf } from '../../../core/units/number-style.ts';
import type { Digits } from '../../indicators/indicator-values.ts';
import type { WallTime } from '../scales/time-zone.ts';

/** Entries a cache holds before it starts over. */
const CACHE_LIMIT = 4096;

const ENGLISH = numberStyleOf('');
let style = ENGLISH;

/** How all charts of this thread write numbers from now on; absent: as English does. */
export function setNumberStyle(next: NumberStyle = ENGLISH): void {
  if (next.group === style.group && next.point === style.point && next.percent === style.percent) return;
  style = next;
  rounds.clear();
}

/** An English text of a number in the style. */
export function inStyle(text: string): string {
  return style.point === '.' ? text : text.replace(/[.,]/g, (sign) => (sign === ',' ? style.group : style.point));
}

/** Writes an integer of 10^-decimals units: `writeScaled(6701530, 2)` is "67,015.30". */
function writeScaled(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  let text = '';
  for (let end = whole.length; end > 0; end -= 3)
    text = whole.slice(Math.max(0, end - 3), end) + (text ? `,${text}` : '');
  if (decimals > 0) text += `.${digits.slice(-decimals)}`;
  return units < 0 ? `-${text}` : text;
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** From this many zeros after the point on, they are counted instead of written. */
const FOLDED_ZEROS = 4;

/** "0.00000123" as "0.0₅123"; other numbers as they are. */
export function foldZeros(text: string): string {
  const tiny = /^(-?0\.)(0+)(?=[1-9])/.exec(text);
  if (!tiny || tiny[2]!.length < FOLDED_ZEROS) return text;
  const count = [...String(tiny[2]!.length)].map((digit) => SUBSCRIPTS[Number(digit)]).join('');
  return `${tiny[1]}0${count}${text.slice(tiny[0].length)}`;
}

/** Prices of one precision; each distinct price is written once. */
export class PriceFormat {
  readonly #cache = new Map<number, string>();
  /** Style of what is cached. */
  #style = style;
  readonly #scale: number;
  readonly precision: number;

  constructor(precision: number) {
    this.precision = precision;
    this.#scale = 10 ** precision;
  }

  /** Smallest price difference that can be written. */
  get tick(): number {
    return 1 / this.#scale;
  }

  /** "67,412.35", "0.0₅123"; "-" when there is no value. Beyond safe integers the plain fixed notation is used. */
  format(price: number): string {
    const units = Math.round(price * this.#scale);
    if (!Number.isFinite(units)) return '-';
    if (!Number.isSafeInteger(units)) return formatFixed(price, this.precision);
    if (this.#style !== style) {
      this.#style = style;
      this.#cache.clear();
    }
    const known = this.#cache.get(units);
    if (known !== undefined) return known;
    if (this.#cache.size >= CACHE_LIMIT) this.#cache.clear();
    const text = inStyle(foldZeros(writeScaled(units, this.precision)));
    this.#cache.set(units, text);
    return text;
  }
}

/** `toFixed` takes up to 100; a quantity below this many is nothing. */
const MAX_DECIMALS = 20;

/** `decimals`: from 1 to 100, and of the short forms. */
function shortQuantity(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1e9) return `${(value / 1e9).toFixed(decimals)}B`;
  if (size >= 1e6) return `${(value / 1e6).toFixed(decimals)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(decimals)}K`;
  if (size >= 100) return value.toFixed(decimals - 1);
  if (size >= 1 || size === 0) return value.toFixed(decimals);
  // As `toPrecision(decimals + 1)`, but never with an exponent.
  return fixed(value, Math.min(MAX_DECIMALS, decimals - Math.floor(Math.log10(size))));
}

/** A quantity in little room: "241.3", "24.31K", "1.63M", "2.10B", "0.0₅123"; "-" when there is no value. */
export function formatQuantity(value: number): string {
  return inStyle(foldZeros(shortQuantity(value)));
}

const rounds = new Map<number, string>();

/** So many decimals differ between neighbours on an axis, whose step is a thousandth of them or more. */
const ROUND_DECIMALS = 3;

/** The same for round values on an axis: "200", not "200.0". Each distinct value is written once. */
export function formatRound(value: number): string {
  let text = rounds.get(value);
  if (text !== undefined) return text;
  if (rounds.size >= CACHE_LIMIT) rounds.clear();
  text = inStyle(
    foldZeros(
      shortQuantity(value, ROUND_DECIMALS)
        .replace(/\.0+(?=\D|$)/, '')
        .replace(/(\.\d*?[1-9])0+(?=\D|$)/, '$1'),
    ),
  );
  rounds.set(value, text);
  return text;
}

/** As `toFixed`, without the sign of a negative value that is written as 0. */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return value < 0 && Number(text) === 0 ? text.slice(1) : text;
}

/** A value with so many decimals, without groups: "1.84". */
export function formatFixed(value: number, decimals: number): string {
  return inStyle(fixed(value, decimals));
}

/** A value with the digits its indicator asks for; "-" when there is none. */
export function formatDigits(value: number, digits: Digits, prices: PriceFormat): string {
  if (!Number.isFinite(value)) return '-';
  if (digits === 'price') return prices.format(value);
  return digits === 'quantity' ? formatQuantity(value) : inStyle(foldZeros(fixed(value, digits)));
}

const percents = new PriceFormat(2);
const wholePercents = new PriceFormat(0);

function percentText(percent: number, format: PriceFormat): string {
  const text = format.format(percent);
  return text === '-' ? text : `${percent >= 0.005 ? '+' : ''}${text}${style.percent}`;
}

/** A change in percent: "+1.25%", "-0.40%", "0.00%"; "-" when there is none. */
export function formatPercent(percent: number): string {
  return percentText(percent, percents);
}

/** The same in little room: "+1,250%" has no decimals. */
export function formatShortPercent(percent: number): string {
  return percentText(percent, Math.abs(percent) < 1000 ? percents : wholePercents);
}

/** A number of a clock or a calendar: "07". */
export const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** Seconds left that were written last: frames come faster, and browsers know the shape of a text they have seen. */
let cachedSeconds = 0;
let cachedLeft = '00:00';

/** Time left as "mm:ss", or "hh:mm:ss" from an hour on (hours are not wrapped at a day). */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  if (seconds === cachedSeconds) return cachedLeft;
  const tail = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  cachedSeconds = seconds;
  return (cachedLeft = seconds >= 3600 ? `${two(Math.floor(seconds / 3600))}:${tail}` : tail);
}

/**
 * Time of a candle for the crosshair: "12-05 09:15", with seconds for candles under a minute, "2024-12-05" for a day or
 * longer (0: a month).
 */
export function formatMoment(wall: WallTime, intervalMs: number): string {
  const day = `${two(wall.month)}-${two(wall.day)}`;
  if (intervalMs === 0 || intervalMs >= DAY_MS) return `${wall.year}-${day}`;
  const minute = `${day} ${two(wall.hour)}:${two(wall.minute)}`;
  return intervalMs < MINUTE_MS ? `${minute}:${two(wall.second)}` : minute;
}
