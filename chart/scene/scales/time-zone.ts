// Wall clocks of any zone, by one platform lookup per stretch between two offset changes.
// Within a stretch it is arithmetic.
import { DAY_MS } from '../../../core/units/durations.ts';

/** Distance of two lookups in the platform's calendar; a zone changes its offset at most once within. */
const STRETCH_MS = 7 * DAY_MS;

/** What a clock on the wall shows. Months count from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

interface Stretch {
  /** Offset before `changeMs`, and from there on. */
  before: number;
  changeMs: number;
  after: number;
}

export class TimeZone {
  readonly #lookUp: (atMs: number) => number;
  readonly #stretches = new Map<number, Stretch>();
  #fromMs = 0;
  #toMs = 0;
  #offset = 0;

  /** `lookUp` gives wall time less UTC in ms at any moment; it may be slow. */
  constructor(lookUp: (atMs: number) => number) {
    this.#lookUp = lookUp;
  }

  /** Wall time less UTC, ms. */
  offsetAt(atMs: number): number {
    if (atMs >= this.#fromMs && atMs < this.#toMs) return this.#offset;
    const index = Math.floor(atMs / STRETCH_MS);
    let stretch = this.#stretches.get(index);
    if (!stretch) {
      stretch = this.#findStretch(index * STRETCH_MS);
      this.#stretches.set(index, stretch);
    }
    const later = atMs >= stretch.changeMs;
    this.#fromMs = later ? stretch.changeMs : index * STRETCH_MS;
    this.#toMs = later ? (index + 1) * STRETCH_MS : stretch.changeMs;
    this.#offset = later ? stretch.after : stretch.before;
    return this.#offset;
  }

  /**
   * Moment at which the wall shows `wallMs` (ms as if it were UTC); of two the first, and after a skipped hour the
   * moment it was skipped.
   */
  momentOf(wallMs: number): number {
    const early = this.offsetAt(wallMs - DAY_MS);
    const late = this.offsetAt(wallMs + DAY_MS);
    const first = wallMs - early;
    if (early === late || this.offsetAt(first) === early) return first;
    const second = wallMs - late;
    return this.offsetAt(second) === late ? second : changeBetween(second, first, (atMs) => this.offsetAt(atMs));
  }

  #findStretch(startMs: number): Stretch {
    const before = this.#lookUp(startMs);
    const after = this.#lookUp(startMs + STRETCH_MS - 1);
    return {
      before,
      after,
      changeMs:
        before === after ? startMs + STRETCH_MS : changeBetween(startMs, startMs + STRETCH_MS - 1, this.#lookUp),
    };
  }
}

/** First moment in (early, late] with the offset of `late`. */
function changeBetween(earlyMs: number, lateMs: number, offsetAt: (atMs: number) => number): number {
  const wanted = offsetAt(lateMs);
  let before = earlyMs;
  let after = lateMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === wanted) after = middle;
    else before = middle;
  }
  return after;
}

/** Calendar of ms as if they were UTC (days of the Gregorian calendar, before 1970 too), written into `out`. */
export function civil(wallMs: number, out: WallTime): WallTime {
  const days = Math.floor(wallMs / DAY_MS);
  const seconds = Math.floor((wallMs - days * DAY_MS) / 1000);
  // Years begin in March here, so that the leap day is their last.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  out.day = dayOfYear - Math.floor((153 * march + 2) / 5) + 1;
  out.month = march < 10 ? march + 3 : march - 9;
  out.year = yearOfEra + era * 400 + (out.month <= 2 ? 1 : 0);
  out.hour = Math.floor(seconds / 3600);
  out.minute = Math.floor(seconds / 60) % 60;
  out.second = seconds % 60;
  return out;
}

/** Offsets of an IANA zone. Throws a RangeError for a name the platform does not know. */
function offsetFromPlatform(name: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (atMs) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
    const wallMs = Date.UTC(
      part['year']!,
      part['month']! - 1,
      part['day'],
      part['hour'],
      part['minute'],
      part['second'],
    );
    return wallMs - Math.floor(atMs / 1000) * 1000;
  };
}

/** The device's own zone. */
function deviceZone(): TimeZone {
  return new TimeZone((atMs) => -new Date(atMs).getTimezoneOffset() * 60_000);
}

const zones = new Map<string, TimeZone>();

/** The zone of an IANA name, or the device's own for '' and for names the platform does not know (logged once). */
export function zoneOf(name: string): TimeZone {
  let zone = zones.get(name);
  if (zone) return zone;
  try {
    zone = name === '' ? deviceZone() : new TimeZone(offsetFromPlatform(name));
  } catch (error) {
    console.warn(`chart: no time zone ${name}, the device's own is used`, error);
    zone = deviceZone();
  }
  zones.set(name, zone);
  return zone;
}

/**
 * The zone in which candles are named: the chosen one, but UTC for candles of a day or longer (0: a month), which start
 * and end by it.
 */
export function candleZone(name: string, intervalMs: number): TimeZone {
  return zoneOf(intervalMs === 0 || intervalMs >= DAY_MS ? 'UTC' : name);
}
