// When a market is open: hours of the week, in UTC.

/** Stretches of open minutes since Sunday 00:00 UTC: [from, to). */
export interface Session {
  tz: string;
  open: readonly (readonly [from: number, to: number])[];
}

const MINUTES_A_WEEK = 7 * 24 * 60;
/** 1970-01-04 00:00 UTC, the first Sunday, in minutes. */
const FIRST_SUNDAY_MINUTE = 3 * 24 * 60;

/** Whether a market is open at `at`, and the ms stamp at which that changes (null: never closes). Sessions are in UTC. */
export function sessionAt(info: { session?: Session | undefined }, at: number): { open: boolean; changesAt: number | null } {
  if (!info.session) return { open: true, changesAt: null };
  const minute = Math.floor(at / 60_000) - FIRST_SUNDAY_MINUTE;
  const ofWeek = ((minute % MINUTES_A_WEEK) + MINUTES_A_WEEK) % MINUTES_A_WEEK;
  const weekStart = minute - ofWeek + FIRST_SUNDAY_MINUTE;
  for (const [from, to] of info.session.open) {
    if (ofWeek >= from && ofWeek < to) return { open: true, changesAt: (weekStart + to) * 60_000 };
  }
  const starts = info.session.open.map(([from]) => from).sort((a, b) => a - b);
  const next = starts.find((from) => from > ofWeek) ?? (starts[0] ?? 0) + MINUTES_A_WEEK;
  return { open: false, changesAt: (weekStart + next) * 60_000 };
}
