// Formats counts of ticks and lots as decimals; fast where a double is exact.
import { type Grid, printSteps } from '../../core/units/units.ts';

/** Largest statistic: the wire has 18 digits before the decimal point. */
const MAX_STATISTIC = 1e17;

export type DecimalFormatter = (count: number) => string;

/** Formatter of one grid; the same text as `printSteps`, about five times as fast. */
export function decimalFormatter(grid: Grid): DecimalFormatter {
  const { decimals, step } = grid;
  const max = Math.floor(Number.MAX_SAFE_INTEGER / step);
  return (count) => {
    if (count < 0 || count > max || !Number.isInteger(count)) return formatExact(count, grid);
    const digits = String(count * step);
    if (decimals === 0) return digits;
    const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0');
    return `${padded.slice(0, padded.length - decimals)}.${padded.slice(padded.length - decimals)}`;
  };
}

function formatExact(count: number, grid: Grid): string {
  if (Number.isSafeInteger(count)) return printSteps(count, grid);
  return formatStatistic((count * grid.step) / 10 ** grid.decimals, grid.decimals);
}

/** A statistic (turnover, summed volume) as a plain decimal; values above 1e17 are capped. */
export function formatStatistic(value: number, decimals: number): string {
  return Math.min(value, MAX_STATISTIC).toFixed(decimals);
}
