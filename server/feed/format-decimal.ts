// Prints whole counts of ticks and lots as the wire's decimals, without the cost of bigint where a double is exact.
import { type Grid, printSteps } from '../../core/units/units.ts';

/** Largest statistic printed: the wire has 18 digits before the point. */
const MOST_STATISTIC = 1e17;

export type DecimalFormatter = (count: number) => string;

/** Printer of one grid; the same text as `printSteps`, about five times as fast. */
export function decimalFormatter(grid: Grid): DecimalFormatter {
  const { decimals, step } = grid;
  const most = Math.floor(Number.MAX_SAFE_INTEGER / step);
  return (count) => {
    if (count < 0 || count > most || !Number.isInteger(count)) return formatWide(count, grid);
    const digits = String(count * step);
    if (decimals === 0) return digits;
    const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0');
    return `${padded.slice(0, padded.length - decimals)}.${padded.slice(padded.length - decimals)}`;
  };
}

function formatWide(count: number, grid: Grid): string {
  if (Number.isSafeInteger(count)) return printSteps(count, grid);
  return formatStatistic((count * grid.step) / 10 ** grid.decimals, grid.decimals);
}

/**
 * A statistic held as a double (turnover, summed volume) as a plain decimal; past 1e17, the edge of the digits the wire
 * has, it stays there.
 */
export function formatStatistic(value: number, decimals: number): string {
  return Math.min(value, MOST_STATISTIC).toFixed(decimals);
}
