// Risk tiers: maintenance margin and highest leverage by position size.
import { CODE, type Reject, reject } from '../errors/errors.ts';
import {
  ONE_E8,
  type Grid,
  type Lots,
  type PriceTicks,
  type Units,
  lotUnits,
  notionalUnits,
  parseMoney,
} from '../units/units.ts';

/** Leverages that a ticket offers, as far as the instrument and the tier allow. */
const MULTIPLES = [1, 2, 3, 5, 10, 20, 50, 100] as const;

/**
 * A tier as configured: `cap` is the largest notional in whole quote coins ("" in the last tier), `mmr` the maintenance
 * rate as a fraction.
 */
export interface TierRow {
  cap: string;
  mmr: string;
  maxMultiple: number;
}

/** A tier in exact units. `deductUnits` makes the maintenance margin continuous where tiers meet. */
export interface Tier {
  capUnits: Units | null;
  mmrE8: bigint;
  maxMultiple: number;
  deductUnits: Units;
}

/** Tiers of an instrument without its own. */
export const DEFAULT_TIERS: readonly TierRow[] = [
  { cap: '50000', mmr: '0.005', maxMultiple: 100 },
  { cap: '250000', mmr: '0.01', maxMultiple: 50 },
  { cap: '1000000', mmr: '0.025', maxMultiple: 20 },
  { cap: '5000000', mmr: '0.05', maxMultiple: 10 },
  { cap: '', mmr: '0.1', maxMultiple: 5 },
];

/**
 * Calculates the deductions (docs/formulas.md 6), exactly because caps are whole coins.
 * @throws Error when caps or rates do not increase, the last tier has a cap, or leverages increase: tiers are our own
 * data, and liquidation prices rely on rates that increase with every tier.
 */
export function tiersOf(rows: readonly TierRow[]): Tier[] {
  const tiers: Tier[] = [];
  let floor = 0n;
  for (const row of rows) {
    const last = tiers.at(-1);
    const capUnits = row.cap === '' ? null : parseMoney(row.cap);
    const mmrE8 = parseMoney(row.mmr);
    const rises =
      mmrE8 !== null &&
      mmrE8 > (last?.mmrE8 ?? 0n) &&
      mmrE8 < ONE_E8 &&
      (capUnits === null || (capUnits > floor && capUnits % ONE_E8 === 0n));
    if (
      !rises ||
      last?.capUnits === null ||
      row.maxMultiple < 1 ||
      row.maxMultiple > (last?.maxMultiple ?? row.maxMultiple)
    ) {
      throw new Error(`risk tiers must rise: ${row.cap} ${row.mmr} ${row.maxMultiple}`);
    }
    const deductUnits = last ? last.deductUnits + (floor / ONE_E8) * (mmrE8 - last.mmrE8) : 0n;
    tiers.push({ capUnits, mmrE8, maxMultiple: row.maxMultiple, deductUnits });
    floor = capUnits ?? floor;
  }
  if (tiers.at(-1)?.capUnits !== null) throw new Error('the last risk tier must have no cap');
  return tiers;
}

/** Constants for the risk of one instrument. Fees in 1e-8. */
export interface RiskTerms {
  price: Grid;
  amount: Grid;
  tiers: readonly Tier[];
  makerE8: bigint;
  takerE8: bigint;
  /** Units of the quote coin that count as one of USDT (R17). */
  quotePerUsdt: bigint;
}

/** Quotient rounded up; `divisor` > 0. */
export function upShare(product: bigint, divisor: bigint): bigint {
  return -downShare(-product, divisor);
}

/** Quotient rounded down, towards minus infinity; `divisor` > 0. */
export function downShare(product: bigint, divisor: bigint): bigint {
  const quotient = product / divisor;
  return product < 0n && quotient * divisor !== product ? quotient - 1n : quotient;
}

/** Quotient rounded to the nearest, halves away from zero: for displayed prices, never for money. `divisor` not 0. */
export function nearestShare(product: bigint, divisor: bigint): bigint {
  const [n, d] = divisor < 0n ? [-product, -divisor] : [product, divisor];
  return n < 0n ? -((-2n * n + d) / (2n * d)) : (2n * n + d) / (2n * d);
}

/** Price times amount in USDT, exact: a step of one times a step of the other is a multiple of `quotePerUsdt`. */
export function valueUnits(terms: RiskTerms, priceTicks: PriceTicks, lots: Lots): Units {
  return notionalUnits(priceTicks, terms.price, lots, terms.amount) / terms.quotePerUsdt;
}

/**
 * Factor of an amount that turns a price in the quote coin into USDT: the amount itself in units, over `quotePerUsdt`.
 */
export function sizeUnits(terms: RiskTerms, lots: Lots): Units {
  return lotUnits(lots, terms.amount) / terms.quotePerUsdt;
}

/** The tier of a notional; a notional equal to a cap is in the lower tier. */
export function tierAt(tiers: readonly Tier[], notional: Units): Tier {
  const tier = tiers.find(({ capUnits }) => capUnits === null || notional <= capUnits);
  if (!tier) throw new Error('risk tiers have no last one');
  return tier;
}

/** Highest leverage at a notional, limited by the instrument's own maximum. */
export function mostMultiple(tiers: readonly Tier[], notional: Units, instrumentMost: number): number {
  return Math.min(tierAt(tiers, notional).maxMultiple, instrumentMost);
}

/** Largest notional at a leverage; null without a limit, 0 when no tier allows the leverage. */
export function mostNotional(tiers: readonly Tier[], multiple: number): Units | null {
  let most: Units = 0n;
  for (const { capUnits, maxMultiple } of tiers) {
    if (maxMultiple < multiple) break;
    if (capUnits === null) return null;
    most = capUnits;
  }
  return most;
}

/** Leverages that an instrument offers, lowest first. */
export function multiplesOf(tiers: readonly Tier[], instrumentMost: number): number[] {
  const most = mostMultiple(tiers, 0n, instrumentMost);
  return MULTIPLES.filter((multiple) => multiple <= most);
}

/** Refuses a leverage that is not offered, or is too high for this notional (2011, `n` is the highest allowed). */
export function checkMultiple(
  tiers: readonly Tier[],
  multiple: number,
  notional: Units,
  instrumentMost: number,
): Reject | null {
  const allowed = multiplesOf(tiers, mostMultiple(tiers, notional, instrumentMost));
  return allowed.includes(multiple) ? null : reject(CODE.multipleNotAllowed, { n: allowed.at(-1) ?? 1 });
}
