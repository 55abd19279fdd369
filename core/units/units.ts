// Prices in ticks, amounts in lots, money in 1e-8 units: exact integers, parsed and printed.

/** Price as a whole number of ticks of its instrument (safe integer, >= 0). */
export type PriceTicks = number;
/** Amount as a whole number of steps ("lots") of its instrument (safe integer, >= 0). */
export type Lots = number;
/** Money of one coin in units of 1e-8 of that coin. The only type money has in the ledger. */
export type Units = bigint;

/** Decimals of every coin in the ledger: 1 coin = 10^8 units. */
export const MONEY_DECIMALS = 8;
/** One, in 1e-8: a coin in units, a whole share or rate. */
export const ONE_E8 = 100_000_000n;
/** Most digits before, and after, the point of a decimal as sent (docs/api.md 1). */
const DECIMAL_DIGITS = 18;

const DECIMAL = /^-?\d{1,18}(\.\d{1,18})?$/;

/**
 * Whether `text` is a plain decimal: no exponent, no sign but "-", no spaces, at most 18 digits before and after the
 * point.
 */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * Grid of a price or amount: `value = count * step * 10^-decimals` for an integer count.
 * @example
 * { decimals: 2, step: 5 } // a tick of 0.05
 * { decimals: 5, step: 1 } // a lot of 0.00001
 */
export interface Grid {
  decimals: number;
  step: number;
}

/**
 * Grid of a step given as a decimal string.
 * @throws Error on zero, a sign or a non-decimal: instruments are our own data.
 * @example
 * gridOf('0.05'); // { decimals: 2, step: 5 }
 */
export function gridOf(step: string): Grid {
  if (!isDecimal(step)) throw new Error(`not a decimal step: ${step}`);
  const [whole = '0', fraction = ''] = step.split('.');
  const trimmed = fraction.replace(/0+$/, '');
  const count = Number(whole + trimmed);
  if (!(count > 0) || !Number.isSafeInteger(count)) throw new Error(`not a positive step: ${step}`);
  return { decimals: trimmed.length, step: count };
}

/** Parses a decimal into units of 10^-decimals, exactly; null when it is no decimal or has more decimals. */
export function parseScaled(text: string, decimals: number): bigint | null {
  if (!isDecimal(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return null;
  const negative = whole.startsWith('-');
  const digits = BigInt((negative ? whole.slice(1) : whole) + significant.padEnd(decimals, '0'));
  return negative ? -digits : digits;
}

/** Prints units of 10^-decimals as a plain decimal, with all decimals or, with `trim`, without trailing zeros. */
export function printScaled(units: bigint, decimals: number, trim = false): string {
  if (units < 0n) return `-${printScaled(-units, decimals, trim)}`;
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  if (trim) while (end > point && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, point) + (end > point ? `.${digits.slice(point, end)}` : '');
}

/**
 * Parses money into units; null when it is no decimal or has more than 8 decimals.
 * @example
 * parseMoney('12.5'); // 1250000000n
 */
export function parseMoney(text: string): Units | null {
  return parseScaled(text, MONEY_DECIMALS);
}

/**
 * Prints money as a plain decimal without trailing zeros.
 * @example
 * printMoney(1250000000n); // '12.5'
 */
export function printMoney(units: Units): string {
  return printScaled(units, MONEY_DECIMALS, true);
}

/** Why a decimal is not a count of grid steps; `too-large` is beyond 2^53 - 1. */
export type OffGrid = 'not-a-decimal' | 'off-grid' | 'too-large';

/**
 * Parses a decimal as a whole count of grid steps. Never rounds.
 * @returns The count, or why there is none.
 * @example
 * parseSteps('0.15', { decimals: 2, step: 5 }); // 3
 * parseSteps('0.17', { decimals: 2, step: 5 }); // 'off-grid'
 */
export function parseSteps(text: string, grid: Grid): number | OffGrid {
  if (!isDecimal(text)) return 'not-a-decimal';
  const scaled = parseScaled(text, grid.decimals);
  if (scaled === null || scaled % BigInt(grid.step) !== 0n) return 'off-grid';
  const count = scaled / BigInt(grid.step);
  return count <= BigInt(Number.MAX_SAFE_INTEGER) && count >= -BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(count)
    : 'too-large';
}

/** Prints a count of grid steps with all decimals of the grid ("61837.60"), or with `decimals` if that is more. */
export function printSteps(count: number, grid: Grid, decimals = grid.decimals): string {
  const extra = Math.max(0, decimals - grid.decimals);
  return printScaled(BigInt(count) * BigInt(grid.step) * 10n ** BigInt(extra), grid.decimals + extra);
}

/** A count of grid steps as a double: for drawing and statistics, never for money. */
export function stepsToNumber(count: number, grid: Grid): number {
  return (count * grid.step) / 10 ** grid.decimals;
}

/** The two grid decimals next to an off-grid one, lower first, for the refusal (docs/formulas.md 42). */
export function nearestSteps(text: string, grid: Grid): [string, string] | null {
  if (!isDecimal(text)) return null;
  const scaled = parseScaled(text, DECIMAL_DIGITS);
  if (scaled === null) return null;
  const step = BigInt(grid.step) * 10n ** BigInt(DECIMAL_DIGITS - grid.decimals);
  const below = scaled / step - (scaled < 0n && scaled % step !== 0n ? 1n : 0n);
  const print = (n: bigint): string => printScaled(n * BigInt(grid.step), grid.decimals);
  return [print(below), print(below + 1n)];
}

/**
 * Value of an amount at a price, in units of the quote coin; exact.
 * @throws Error when the decimals of price and amount exceed 8 together, which no instrument has.
 */
export function notionalUnits(price: PriceTicks, priceGrid: Grid, amount: Lots, amountGrid: Grid): Units {
  const spare = MONEY_DECIMALS - priceGrid.decimals - amountGrid.decimals;
  if (spare < 0) throw new Error('price and amount decimals exceed the ledger');
  return BigInt(price) * BigInt(priceGrid.step) * BigInt(amount) * BigInt(amountGrid.step) * 10n ** BigInt(spare);
}

/** An amount of lots in units of the base coin. */
export function lotUnits(amount: Lots, amountGrid: Grid): Units {
  return BigInt(amount) * BigInt(amountGrid.step) * 10n ** BigInt(MONEY_DECIMALS - amountGrid.decimals);
}

/** A share of money at a rate in 1e-8 (0.001 = 100000n): fees round up, credits round down (docs/formulas.md 43). */
export function rateShare(units: Units, rateE8: bigint, round: 'up' | 'down'): Units {
  const product = units * rateE8;
  const floor = product / ONE_E8;
  return round === 'up' && product % ONE_E8 !== 0n ? floor + 1n : floor;
}
