// Daily equity as an SVG path, its sum, and the short amounts of a calendar.
import type { Decimal } from 'decimal.js';
import { DAY_MS } from '../../../core/units/durations.ts';
import { isDecimal } from '../../../core/units/units.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';
import { bigText } from '../../stores/market/number-format.ts';

export interface Day {
  /** Start of the day (UTC), in ms. */
  at: number;
  /** In USDT, as decimals. */
  equity: string;
  profit: string;
}

/**
 * Equity over time for a plot, in USDT: what there was before the first day's profit, at its start, then the end of
 * each day, the running one at `nowMs`. So a plot begins on the first day, of a new account at its `openedMs` (0:
 * unknown).
 */
export function equityOverTime(
  days: readonly Day[],
  nowMs: number,
  openedMs = 0,
): { times: number[]; values: number[] } {
  const [first] = days;
  if (!first) return { times: [], values: [] };
  const invested = (decimalOf(first.equity) ?? new ExactDecimal(0)).minus(decimalOf(first.profit) ?? 0);
  return {
    times: [
      openedMs < nowMs ? Math.max(first.at, openedMs) : first.at,
      ...days.map(({ at }, day) => (day === days.length - 1 ? Math.max(nowMs, at + 1) : at + DAY_MS)),
    ],
    values: [invested.toNumber(), ...days.map(({ equity }) => Number(equity))],
  };
}

/** Sum of the daily profits. */
export function totalProfit(days: readonly Day[]): string {
  return ExactDecimal.sum(0, ...days.map(({ profit }) => decimalOf(profit) ?? 0)).toFixed();
}

/** Null for text that is no decimal of the API. */
const decimalOf = (text: string): Decimal | null => (isDecimal(text) ? new ExactDecimal(text) : null);

/** Short form for a calendar cell: "+1.52K"; "0" for less than a cent. */
export function shortMoney(decimal: string): string {
  const text = bigText(Number(decimal));
  if (!/[1-9]/.test(text)) return '0';
  return Number(decimal) > 0 ? `+${text}` : text;
}

/** "11-21" of a day's start in UTC. */
export function dayLabel(at: number): string {
  return new Date(at).toISOString().slice(5, 10);
}
