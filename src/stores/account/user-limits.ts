// Limits that a user sets to themselves: tighter at once, looser after a day; and the time they have been at it.
import { parseMoney } from '../../../core/units/units.ts';
import { type Limits, NO_LIMITS, type OwnLimits, stored } from '../device/storage.ts';

/** A looser limit holds only after this long: whoever is on a losing run has slept over it. */
export const LOOSEN_AFTER_MS = 86_400_000;
/** A pause this long ends a stretch of trading. */
export const REST_MS = 1_800_000;

export const LIMIT_NAMES = ['stake', 'dailyLoss', 'sessionMinutes'] as const satisfies readonly (keyof Limits)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Whether `next` allows more than `before`; '' allows everything. */
function looser(before: string, next: string): boolean {
  if (before === '') return false;
  return next === '' || (parseMoney(next) ?? 0n) > (parseMoney(before) ?? 0n);
}

/** The limits that hold at `nowMs`. */
export function limitsAt({ now, later }: OwnLimits, nowMs: number): Limits {
  return later !== null && later.from <= nowMs ? later.limits : now;
}

/** Wishes for other limits: each that is tighter holds at once, the looser ones together a day after this wish. */
export function withWish(kept: OwnLimits, wished: Limits, nowMs: number): OwnLimits {
  const holding = limitsAt(kept, nowMs);
  const now = { ...NO_LIMITS };
  for (const name of LIMIT_NAMES) now[name] = looser(holding[name], wished[name]) ? holding[name] : wished[name];
  const waits = LIMIT_NAMES.some((name) => now[name] !== wished[name]);
  if (!waits) return { now, later: null };
  // The same wish said again does not begin its day anew.
  const same =
    kept.later !== null &&
    kept.later.from > nowMs &&
    LIMIT_NAMES.every((name) => kept.later?.limits[name] === wished[name]);
  return { now, later: { limits: wished, from: same && kept.later ? kept.later.from : nowMs + LOOSEN_AFTER_MS } };
}

/** Takes a wish of the user. */
export function wishLimits(wished: Limits, nowMs: number): void {
  const kept = stored('fxproLimits');
  kept.value = withWish(kept.peek(), wished, nowMs);
}

/** A stretch of trading, in ms of the device's clock. */
export interface Stretch {
  startMs: number;
  lastMs: number;
}

/**
 * The stretch after the user was seen at `nowMs`. One whose time is over is not prolonged: the pause may begin.
 * `mostMs` 0: no limit.
 */
export function seenAt(before: Stretch, nowMs: number, mostMs: number): Stretch {
  if (nowMs - before.lastMs >= REST_MS || before.lastMs > nowMs) return { startMs: nowMs, lastMs: nowMs };
  return isOver(before, nowMs, mostMs) ? before : { ...before, lastMs: nowMs };
}

/** Whether the time that the user gave themselves is over. */
export function isOver({ startMs, lastMs }: Stretch, nowMs: number, mostMs: number): boolean {
  return mostMs > 0 && nowMs - lastMs < REST_MS && nowMs - startMs >= mostMs;
}
