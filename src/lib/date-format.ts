// Times as YYYY-MM-DD HH:mm:ss in the user's time zone, the same in every language.

const TEN_DIGITS = 10_000_000_000;

/** "2026-11-21 05:04:29". A stamp below 10^10 is in seconds, others in ms (docs/specification.md 9). */
export function dateTimeText(stamp: number): string {
  const date = new Date(stamp < TEN_DIGITS ? stamp * 1000 : stamp);
  return `${dayText(date)} ${clockText(date.getTime())}`;
}

/** "2026-11-21". */
export function dayText(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "05:04:29". */
export function clockText(epochMs: number): string {
  const date = new Date(epochMs);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const two = (value: number): string => String(value).padStart(2, '0');
