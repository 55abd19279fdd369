// When a market is open: hours of the week, by the clock of its zone.
import { CODE, type Reject, reject } from '../errors/errors.ts';
import type { EpochMs } from '../units/time.ts';

/**
 * Stretches of open minutes since Sunday 00:00 on the clock of a zone: [from, to). Zones are UTC and New York's, with
 * its summer time.
 */
export interface Session {
  tz: string;
  open: readonly (readonly [from: number, to: number])[];
}

export const NEW_YORK = 'America/New_York';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;
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
 * New York's clock less UTC, ms: four hours behind from the second Sunday of March, 2:00, to the first Sunday of
 * November, 2:00, else five. That is the law since 2007; it is reckoned rather than asked of the platform, so that
 * whoever reckons it gets the same.
 */
function newYorkOffset(at: EpochMs): number {
  const year = new Date(at).getUTCFullYear();
  const summer =
    at >= firstSunday(year, MARCH) + WEEK_MS + 7 * HOUR_MS && at < firstSunday(year, NOVEMBER) + 6 * HOUR_MS;
  return (summer ? -4 : -5) * HOUR_MS;
}

/** Whether a market is open at `at`, and the ms stamp at which that changes (null: never closes). */
export function sessionAt(
  { session }: { session?: Session | undefined },
  at: EpochMs,
): { open: boolean; changesAt: EpochMs | null } {
  if (!session) return { open: true, changesAt: null };
  const offsetAt = session.tz === NEW_YORK ? newYorkOffset : () => 0;
  const wallMs = at + offsetAt(at);
  const ofWeek = (((wallMs - FIRST_SUNDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS;
  const momentOf = (minute: number): EpochMs => {
    const changeMs = wallMs - ofWeek + minute * MINUTE_MS;
    // Clocks are set at night, while no market of theirs is open: an hour more or less finds the same offset.
    return changeMs - offsetAt(changeMs - offsetAt(at));
  };
  for (const [from, to] of session.open) {
    if (ofWeek >= from * MINUTE_MS && ofWeek < to * MINUTE_MS) return { open: true, changesAt: momentOf(to) };
  }
  const starts = session.open.map(([from]) => from).sort((a, b) => a - b);
  const next = starts.find((from) => from * MINUTE_MS > ofWeek) ?? (starts[0] ?? 0) + WEEK_MS / MINUTE_MS;
  return { open: false, changesAt: momentOf(next) };
}

/** Refuses what a market does not do out of its hours (2008), with when it opens again. */
export function asleepReject(info: { session?: Session | undefined }, at: EpochMs): Reject | null {
  const { open, changesAt } = sessionAt(info, at);
  return open ? null : reject(CODE.marketClosed, { nextOpen: changesAt ?? 0 });
}
