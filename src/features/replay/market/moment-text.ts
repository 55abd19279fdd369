// A moment of the past as text.
import { languageCode } from '../../../stores/device/language.ts';

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
