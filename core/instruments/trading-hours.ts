// When a market is open: hours of the week on the clock of its time zone.
import { CODE, type Reject, reject } from '../errors/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../units/durations.ts';
import type { EpochMs } from '../units/time.ts';

/**
 * Open minutes since Sunday 00:00 on the clock of a zone, [from, to). Zones are UTC and New York, with daylight saving
 * time.
 */
export interface TradingSession {
  tz: string;
  open: readonly (readonly [from: number, to: number])[];
}

export const NEW_YORK = 'America/New_York';
/** 1970-01-04 00:00, the first Sunday. */
const FIRST_SUNDAY_MS = 3 * DAY_MS;
const MARCH = 2;
const NOVEMBER = 10;

/** The first Sunday of a month, 00:00. */
function firstSunday(year: number, month: number): number {
  const first = Date.UTC(year, month, 1);
  return first + ((WEEK_MS - ((first - FIRST_SUNDAY_MS) % WEEK_MS)) % WEEK_MS);
}

/**
 * New York's clock minus UTC, ms: -4 h from the second Sunday of March, 2:00, to the first Sunday of November, 2:00,
 * else -5 h (the law since 2007). Calculated instead of read from the platform, so that every machine gets the same.
 */
function newYorkOffset(at: EpochMs): number {
  if (at < lastYear.fromMs || at >= lastYear.toMs) lastYear = newYorkYear(new Date(at).getUTCFullYear());
  const summer = at >= lastYear.summerFromMs && at < lastYear.summerToMs;
  return (summer ? -4 : -5) * HOUR_MS;
}

interface NewYorkYear {
  fromMs: EpochMs;
  toMs: EpochMs;
  summerFromMs: EpochMs;
  summerToMs: EpochMs;
}

function newYorkYear(year: number): NewYorkYear {
  return {
    fromMs: Date.UTC(year, 0, 1),
    toMs: Date.UTC(year + 1, 0, 1),
    summerFromMs: firstSunday(year, MARCH) + WEEK_MS + 7 * HOUR_MS,
    summerToMs: firstSunday(year, NOVEMBER) + 6 * HOUR_MS,
  };
}

/** The year of the last question: a past of two years asks 100 000 times in a row about the same ones. */
let lastYear = newYorkYear(1970);

/** Whether a market is open at `at`, and the ms stamp at which that changes (null: never closes). */
export function sessionAt(
  { session }: { session?: TradingSession | undefined },
  at: EpochMs,
): { open: boolean; changesAt: EpochMs | null } {
  if (!session) return { open: true, changesAt: null };
  const offsetAt = session.tz === NEW_YORK ? newYorkOffset : () => 0;
  const wallMs = at + offsetAt(at);
  const ofWeek = (((wallMs - FIRST_SUNDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS;
  const momentOf = (minute: number): EpochMs => {
    const changeMs = wallMs - ofWeek + minute * MINUTE_MS;
    // Clocks change at night, while these markets are closed: an hour more or less gives the same offset.
    return changeMs - offsetAt(changeMs - offsetAt(at));
  };
  for (const [from, to] of session.open) {
    if (ofWeek >= from * MINUTE_MS && ofWeek < to * MINUTE_MS) return { open: true, changesAt: momentOf(to) };
  }
  const starts = session.open.map(([from]) => from).sort((a, b) => a - b);
  const next = starts.find((from) => from * MINUTE_MS > ofWeek) ?? (starts[0] ?? 0) + WEEK_MS / MINUTE_MS;
  return { open: false, changesAt: momentOf(next) };
}

/** Refusal while a market is closed (2008), with the time at which it opens; null while it is open. */
export function asleepReject(info: { session?: TradingSession | undefined }, at: EpochMs): Reject | null {
  const { open, changesAt } = sessionAt(info, at);
  return open ? null : reject(CODE.marketClosed, { nextOpen: changesAt ?? 0 });
}
