// Prices in ticks, amounts in lots, money in 1e-8 units: exact integers, parsed and printed.

/** Price as a whole number of ticks of its instrument (safe integer, >= 0). */
export type PriceTicks = number;
/** Amount as a whole number of steps ("lots") of its instrument (safe integer, >= 0). */
export type Lots = number;
/** Money of one coin in units of 1e-8 of that coin. The only type money has in the ledger. */
export type Units = bigint;

/** Decimals of one coin held by the ledger: 1 coin = 10^8 units. */
export const MONEY_DECIMALS = 8;
/** Most digits before, and after, the point that a decimal on the wire may have (docs/api.md 1). */
const DECIMAL_DIGITS = 18;

const DECIMAL = /^-?\d{1,18}(\.\d{1,18})?$/;

/** Whether `text` is a plain decimal of the wire: no exponent, no sign but "-", no spaces. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * How an integer count of steps is written as a decimal: `value = count * step * 10^-decimals`.
 * A tick of 0.05 is `{ decimals: 2, step: 5 }`; a lot of 0.00001 is `{ decimals: 5, step: 1 }`.
 */
export interface Grid {
  decimals: number;
  step: number;
}

/**
 * The grid of a step given as a decimal string, e.g. `gridOf("0.05")`. Throws on zero, a sign or a non-decimal:
 * instruments are ours.
 */
export function gridOf(step: string): Grid {
  if (!isDecimal(step)) throw new Error(`not a decimal step: ${step}`);
  const [whole = '0', fraction = ''] = step.split('.');
  const trimmed = fraction.replace(/0+$/, '');
  const count = Number(whole + trimmed);
  if (!(count > 0) || !Number.isSafeInteger(count)) throw new Error(`not a positive step: ${step}`);
  return { decimals: trimmed.length, step: count };
}

/** Reads a decimal into 10^-decimals units, exactly; null when it is no decimal or has more decimals than fit. */
export function parseScaled(text: string, decimals: number): bigint | null {
  if (!isDecimal(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return null;
  const negative = whole.startsWith('-');
  const digits = BigInt((negative ? whole.slice(1) : whole) + significant.padEnd(decimals, '0'));
  return negative ? -digits : digits;
}

/** Prints 10^-decimals units as a plain decimal with all its decimals, or without trailing zeros when `trim` is set. */
export function printScaled(units: bigint, decimals: number, trim = false): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  let fraction = decimals === 0 ? '' : digits.slice(-decimals);
  if (trim) fraction = fraction.replace(/0+$/, '');
  return (negative ? '-' : '') + whole + (fraction ? `.${fraction}` : '');
}

/** Money from the wire to units; null when it is no decimal or has more than 8 decimals. */
export function parseMoney(text: string): Units | null {
  return parseScaled(text, MONEY_DECIMALS);
}

/** Money as the wire writes it: plain, no trailing zeros. */
export function printMoney(units: Units): string {
  return printScaled(units, MONEY_DECIMALS, true);
}

/** Why a decimal does not stand on a grid. */
export type OffGrid = 'not-a-decimal' | 'off-grid' | 'too-large';

/** Reads a decimal as a whole count of grid steps. Never rounds: off the grid is a refusal. */
export function parseSteps(text: string, grid: Grid): number | OffGrid {
  if (!isDecimal(text)) return 'not-a-decimal';
  const scaled = parseScaled(text, grid.decimals);
  if (scaled === null || scaled % BigInt(grid.step) !== 0n) return 'off-grid';
  const count = scaled / BigInt(grid.step);
  return count <= BigInt(Number.MAX_SAFE_INTEGER) && count >= -BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(count)
    : 'too-large';
}

/** Prints a count of grid steps with all the grid's decimals ("61837.60"), or more when `decimals` asks for them. */
export function printSteps(count: number, grid: Grid, decimals = grid.decimals): string {
  const extra = Math.max(0, decimals - grid.decimals);
  return printScaled(BigInt(count) * BigInt(grid.step) * 10n ** BigInt(extra), grid.decimals + extra);
}

/** A count of grid steps as a double: for drawing and statistics, never for money. */
export function stepsToNumber(count: number, grid: Grid): number {
  return (count * grid.step) / 10 ** grid.decimals;
}

/** The two grid decimals around an off-grid one, lower first; the refusal names both (docs/formulas.md 42). */
export function nearestSteps(text: string, grid: Grid): [string, string] | null {
  if (!isDecimal(text)) return null;
  const scaled = parseScaled(text, DECIMAL_DIGITS);
  if (scaled === null) return null;
  const step = BigInt(grid.step) * 10n ** BigInt(DECIMAL_DIGITS - grid.decimals);
  const below = scaled / step - (scaled < 0n && scaled % step !== 0n ? 1n : 0n);
  const print = (n: bigint): string => printScaled(n * BigInt(grid.step), grid.decimals);
  return [print(below), print(below + 1n)];
}

/** `price * amount` in quote units, exact because instruments keep price and amount decimals together <= 8. */
export function notionalUnits(price: PriceTicks, priceGrid: Grid, amount: Lots, amountGrid: Grid): Units {
  const spare = MONEY_DECIMALS - priceGrid.decimals - amountGrid.decimals;
  if (spare < 0) throw new Error('price and amount decimals exceed the ledger');
  return BigInt(price) * BigInt(priceGrid.step) * BigInt(amount) * BigInt(amountGrid.step) * 10n ** BigInt(spare);
}

/** An amount of lots as units of the base coin. */
export function lotUnits(amount: Lots, amountGrid: Grid): Units {
  return BigInt(amount) * BigInt(amountGrid.step) * 10n ** BigInt(MONEY_DECIMALS - amountGrid.decimals);
}

/** A share of money at a rate in 1e-8 (0.001 = 100000n): fees round up, credits round down (docs/formulas.md 43). */
export function rateShare(units: Units, rateE8: bigint, round: 'up' | 'down'): Units {
  const product = units * rateE8;
  const floor = product / 100_000_000n;
  return round === 'up' && product % 100_000_000n !== 0n ? floor + 1n : floor;
}
