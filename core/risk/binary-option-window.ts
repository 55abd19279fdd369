// Binary options, rule v2: an order lives for as many index ticks as its period has seconds, and is
// decided by the median prices of its first and its last ticks.
import { type IndexTick, type SecondsTerms, type Settlement, outcomeOf } from './binary-option.ts';
import type { EpochMs } from '../units/time.ts';

/** A rule that decides an order: named in its terms when it is accepted, and never changed afterwards. */
export const SECONDS_RULES = ['v1', 'v2'] as const;
export type SecondsRule = (typeof SECONDS_RULES)[number];

/**
 * Ticks of the strike's window and of the exit's: odd, so that the middle one is a price that was published; the two
 * never overlap.
 */
export function windowTicks(periodS: number): number {
  return periodS < 60 ? 5 : 9;
}

/** Numbers of the first ticks of both windows, when the order's own first tick has number `first`. */
export function windowsFrom(first: number, periodS: number): { strike: number; exit: number; ticks: number } {
  const ticks = windowTicks(periodS);
  return { strike: first, exit: first + periodS - ticks, ticks };
}

/** The middle one of an odd number of prices. */
export function medianOf(pricesE8: readonly bigint[]): bigint {
  const sorted = [...pricesE8].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[(sorted.length - 1) / 2] ?? 0n;
}

/**
 * A window that has all its ticks: the number of its first, the time of its last, and its price. Null while one is
 * missing.
 */
export function windowAt(ticks: readonly IndexTick[], first: number, count: number): IndexTick | null {
  const at = ticks.findIndex(({ seq }) => seq === first);
  const window = at < 0 ? [] : ticks.slice(at, at + count);
  const last = window.at(-1);
  if (!last || window.length < count || last.seq !== first + count - 1) return null;
  return { seq: first, ts: last.ts, priceE8: medianOf(window.map(({ priceE8 }) => priceE8)) };
}

/** Number of an order's first tick: the first at or after its opening. Null before it. `ticks` ascend. */
export function firstTickOf(ticks: readonly IndexTick[], openTime: EpochMs): number | null {
  return ticks.find(({ ts }) => ts >= openTime)?.seq ?? null;
}

/**
 * Settles an order by rule v2: the strike is the middle price of its first ticks, the exit that of its last, and it has
 * as many as its period has seconds. Ticks that do not come are not replaced by time: the order waits for those that
 * do. `ticks` ascend and hold the windows whole; null while the last is missing.
 */
export function settleByWindows(ticks: readonly IndexTick[], order: SecondsTerms, periodS: number): Settlement | null {
  const first = firstTickOf(ticks, order.openTime);
  if (first === null) return null;
  const windows = windowsFrom(first, periodS);
  const strike = windowAt(ticks, windows.strike, windows.ticks);
  const exit = windowAt(ticks, windows.exit, windows.ticks);
  return strike && exit ? outcomeOf(order, strike, exit) : null;
}
