// Binary options, rule v2: decided by the median prices of an order's first and last index ticks.
import { type IndexTick, type SecondsTerms, type Settlement, outcomeOf } from './binary-option.ts';
import type { EpochMs } from '../units/time.ts';

/** A rule that decides an order: fixed in its terms when it is accepted. */
export const SECONDS_RULES = ['v1', 'v2'] as const;
export type SecondsRule = (typeof SECONDS_RULES)[number];

/**
 * Number of ticks in the strike's window, and in the exit's: odd, so that the median is a published price. The windows
 * never overlap.
 */
export function windowTicks(periodS: number): number {
  return periodS < 60 ? 5 : 9;
}

/** Numbers of the first ticks of both windows; `first` is the number of the order's first tick. */
export function windowsFrom(first: number, periodS: number): { strike: number; exit: number; ticks: number } {
  const ticks = windowTicks(periodS);
  return { strike: first, exit: first + periodS - ticks, ticks };
}

/** Median of an odd number of prices. */
export function medianOf(pricesE8: readonly bigint[]): bigint {
  const sorted = [...pricesE8].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[(sorted.length - 1) / 2] ?? 0n;
}

/** A complete window: number of its first tick, time of its last, median price. Null while a tick is missing. */
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
 * Settles an order by rule v2: the strike is the median of its first ticks, the exit that of its last; it has as many
 * ticks as its period has seconds. Missing ticks are not replaced by time: the order waits for later ones. `ticks`
 * ascend and contain both windows; null while the last tick is missing.
 */
export function settleByWindows(ticks: readonly IndexTick[], order: SecondsTerms, periodS: number): Settlement | null {
  const first = firstTickOf(ticks, order.openTime);
  if (first === null) return null;
  const windows = windowsFrom(first, periodS);
  const strike = windowAt(ticks, windows.strike, windows.ticks);
  const exit = windowAt(ticks, windows.exit, windows.ticks);
  return strike && exit ? outcomeOf(order, strike, exit) : null;
}
