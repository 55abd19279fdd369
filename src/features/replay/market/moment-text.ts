// A moment of the past as text.
import type { EpochMs } from '../../../../core/units/time.ts';
import { languageCode } from '../../../stores/device/language.ts';

const HOUR_MS = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and time in the user's zone: "25 Nov 2026, 12:00:00". */
export function momentText(ms: number): string {
  if (Number.isNaN(ms)) return '--';
  const language = languageCode();
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(language, format);
  }
  return format.format(ms);
}

/** Local time as an input of a date and time writes it: "2026-11-25T12:00:00". */
export function localText(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/**
 * The moment that an input of a date and time names; `nearMs` where it names its second. Where clocks are set back an
 * hour comes twice: the nearer one is meant. NaN for an empty or unfinished input.
 */
export function momentOf(local: string, nearMs: EpochMs): EpochMs {
  const first = new Date(local).getTime();
  if (local === localText(nearMs)) return nearMs;
  const away = (ms: EpochMs): number => Math.abs(ms - nearMs);
  const second = first + HOUR_MS;
  return localText(second) === localText(first) && away(second) < away(first) ? second : first;
}

/** The same time of another day in the user's zone: a day with a change of clocks has 23 or 25 hours. */
export function daysFrom(ms: EpochMs, days: number): EpochMs {
  const date = new Date(ms);
  date.setDate(date.getDate() + days);
  return date.getTime();
}
