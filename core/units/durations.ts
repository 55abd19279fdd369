// Lengths of time, and its end, in ms.
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
/** Largest time of a Date, ms since the epoch: no later one can be written. */
export const MAX_DATE_MS = 8.64e15;
