// Moments in the time of the user's zone, as text and from an input of a date and time.
import { DAY_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, hasOffset: boolean): Intl.DateTimeFormat {
  const key = `${language} ${hasOffset}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(hasOffset && { timeZoneName: 'shortOffset' }),
    });
    formats.set(key, format);
  }
  return format;
}

/** Date and time: "25 Nov 2026, 12:00:00", with the offset of the zone where that comes twice; '' for NaN. */
export function momentIn(language: string, ms: EpochMs): string {
  return Number.isNaN(ms) ? '' : formatOf(language, otherOf(ms) !== null).format(ms);
}

/** Local time as an input of a date and time writes it: "2026-11-25T12:00:00". */
export function localText(ms: EpochMs): string {
  return new Date(ms + offsetOf(ms)).toISOString().slice(0, 19);
}

/**
 * The moment that an input of a date and time names; `nearMs` where it names its second. Where clocks are set back a
 * local time comes twice: the nearer one is meant. NaN for an empty or unfinished input.
 */
export function momentOf(local: string, nearMs: EpochMs): EpochMs {
  const first = new Date(local).getTime();
  if (local === localText(nearMs)) return nearMs;
  const second = otherOf(first);
  return second !== null && Math.abs(second - nearMs) < Math.abs(first - nearMs) ? second : first;
}

/** The same time of another day: a day with a change of clocks has 23 or 25 hours. */
export function daysFrom(ms: EpochMs, days: number): EpochMs {
  const date = new Date(ms);
  date.setDate(date.getDate() + days);
  return date.getTime();
}

/** The start of the local day that was `days` ago; 0: of today. */
export function dayStart(ms: EpochMs, days: number): EpochMs {
  return new Date(daysFrom(ms, -days)).setHours(0, 0, 0, 0);
}

/** The other moment with the same local time, where clocks are set back; null: there is none. */
function otherOf(ms: EpochMs): EpochMs | null {
  const own = offsetOf(ms);
  for (const near of [ms - DAY_MS, ms + DAY_MS]) {
    const offset = offsetOf(near);
    const other = ms + own - offset;
    if (offset !== own && offsetOf(other) === offset) return other;
  }
  return null;
}

/** Local time less UTC, ms. */
function offsetOf(ms: EpochMs): number {
  return -new Date(ms).getTimezoneOffset() * 60_000;
}
