// Limits that users set for themselves, and the length of a trading session.
// Tighter limits hold at once, looser ones after a day.
import { parseMoney } from '../../../core/units/units.ts';
import { type Limits, NO_LIMITS, type UserLimits, stored } from '../device/storage.ts';

/** A looser limit takes effect after this time, as a protection during a losing streak. */
export const LOOSEN_AFTER_MS = 86_400_000;
/** A break this long ends a trading session. */
export const BREAK_MS = 1_800_000;

export const LIMIT_NAMES = ['stake', 'dailyLoss', 'sessionMinutes'] as const satisfies readonly (keyof Limits)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Whether `next` allows more than `before`; '' allows everything. */
function looser(before: string, next: string): boolean {
  if (before === '') return false;
  return next === '' || (parseMoney(next) ?? 0n) > (parseMoney(before) ?? 0n);
}

/** The limits in effect at `nowMs`. */
export function limitsAt({ now, later }: UserLimits, nowMs: number): Limits {
  return later !== null && later.from <= nowMs ? later.limits : now;
}

/** Applies requested limits: tighter ones at once, looser ones together a day after the request. */
export function withRequestedLimits(current: UserLimits, requested: Limits, nowMs: number): UserLimits {
  const holding = limitsAt(current, nowMs);
  const now = { ...NO_LIMITS };
  for (const name of LIMIT_NAMES) now[name] = looser(holding[name], requested[name]) ? holding[name] : requested[name];
  const waits = LIMIT_NAMES.some((name) => now[name] !== requested[name]);
  if (!waits) return { now, later: null };
  // Repeating the same request does not restart its day.
  const same =
    current.later !== null &&
    current.later.from > nowMs &&
    LIMIT_NAMES.every((name) => current.later?.limits[name] === requested[name]);
  return {
    now,
    later: { limits: requested, from: same && current.later ? current.later.from : nowMs + LOOSEN_AFTER_MS },
  };
}

/** Requests new limits and stores the result. */
export function requestLimits(requested: Limits, nowMs: number): void {
  const current = stored('fxproLimits');
  current.value = withRequestedLimits(current.peek(), requested, nowMs);
}

/** A trading session, in ms of the device's clock. */
export interface TradingSession {
  startMs: number;
  lastMs: number;
}

/**
 * The session after activity at `nowMs`. A session over its limit is not extended, so that the break can begin.
 * `mostMs` 0: no limit.
 */
export function extendSession(before: TradingSession, nowMs: number, mostMs: number): TradingSession {
  if (nowMs - before.lastMs >= BREAK_MS || before.lastMs > nowMs) return { startMs: nowMs, lastMs: nowMs };
  return isSessionOver(before, nowMs, mostMs) ? before : { ...before, lastMs: nowMs };
}

/** Whether the session has reached the user's limit. */
export function isSessionOver({ startMs, lastMs }: TradingSession, nowMs: number, mostMs: number): boolean {
  return mostMs > 0 && nowMs - lastMs < BREAK_MS && nowMs - startMs >= mostMs;
}
