// Value of one coin in another from the books: both sides walked for the size, then the middle (F4).
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { CONVERT_FEE_E8 } from '../../../core/orders/fund-order.ts';
import { smaller } from '../../../core/units/smaller.ts';
import type { Units } from '../../../core/units/units.ts';
import type { RestingSide, Level } from '../../../core/matching/resting-side.ts';
import { isBot } from '../command.ts';
import type { RateRule } from './fund.ts';
import type { ExchangeState } from '../state.ts';
import type { LiveOrder } from '../matching/live-order.ts';
import { type Market, baseUnits, quoteUnits } from '../matching/spot-market.ts';

interface RateTerms {
  /** Lots of a level that count. */
  lotsOf: (level: Level<LiveOrder>) => number;
  /** Largest distance of the two sides, walked for the size, over all books on the way; beyond it there is no rate. */
  mostSpreadE8: bigint;
  /** Whether each book may be that far apart by itself. */
  eachBook: boolean;
  /** Whether the side that gives less counts in place of the middle. */
  isWorse?: boolean;
}

const TERMS: Readonly<Record<RateRule, RateTerms>> = {
  v1: { lotsOf: ({ lots }) => lots, mostSpreadE8: 2_000_000n, eachBook: true },
  // The middle is better than the worse side by half of it, which is the fee: where one side was bought away, a
  // conversion still pays no more than the other side does.
  v2: { lotsOf: botLots, mostSpreadE8: 2n * CONVERT_FEE_E8, eachBook: false },
};

/** `mostSpreadE8` of a rule, in percent. */
export function mostSpreadPercent(rule: RateRule): number {
  return Number(TERMS[rule].mostSpreadE8) / 1e6;
}

/** Distance over which books were walked so far, as a part of 1e8 of the middle, and the value found. */
interface Walked {
  units: Units;
  spreadE8: bigint;
}

/** An amount of one coin that is to become another. */
interface Conversion {
  fromCoinId: number;
  toCoinId: number;
  units: Units;
}

/**
 * Units of `toCoinId` that the conversion gives, rounded down; null where the books give no rate. `worse`: by the sides
 * that give less, which are no better when the others are bought away.
 */
export function convertedUnits(
  exchange: ExchangeState,
  rule: RateRule,
  { fromCoinId, toCoinId, units }: Conversion,
  by: 'middle' | 'worse' = 'middle',
): Units | null {
  const terms = { ...TERMS[rule], isWorse: by === 'worse' };
  const start: Walked = { units, spreadE8: 0n };
  const usdt = fromCoinId === USDT_ID ? start : inQuote(exchange.markets.get(fromCoinId), terms, start);
  if (usdt === null || toCoinId === USDT_ID) return usdt?.units ?? null;
  return inBase(exchange.markets.get(toCoinId), terms, usdt)?.units ?? null;
}

/** Value of base units: the middle of what the bids pay and what the asks cost. */
function inQuote(market: Market | undefined, terms: RateTerms, { units, spreadE8 }: Walked): Walked | null {
  if (!market) return null;
  const paid = quoteForBase(market, market.bids, terms, units);
  const asked = quoteForBase(market, market.asks, terms, units);
  if (paid === null || asked === null) return null;
  const spread = spreadBeyond(spreadE8, terms, paid, asked);
  if (spread === null) return null;
  const worth = terms.isWorse ? smaller(paid, asked) : (paid + asked) / 2n;
  return { units: worth / market.oneLotUnits, spreadE8: spread };
}

/** Base units for quote units at the middle of the two prices: the harmonic mean of what they buy on each side. */
function inBase(market: Market | undefined, terms: RateTerms, { units, spreadE8 }: Walked): Walked | null {
  if (!market) return null;
  const bought = baseForQuote(market, market.asks, terms, units);
  const sold = baseForQuote(market, market.bids, terms, units);
  if (bought === null || sold === null) return null;
  const spread = spreadBeyond(spreadE8, terms, bought, sold);
  if (spread === null) return null;
  if (terms.isWorse) return { units: smaller(bought, sold), spreadE8: spread };
  return { units: bought + sold === 0n ? 0n : (2n * bought * sold) / (bought + sold), spreadE8: spread };
}

/** The distance so far with that of the two sides, rounded up; null where it is too much. */
function spreadBeyond(before: bigint, terms: RateTerms, one: bigint, other: bigint): bigint | null {
  const difference = one > other ? one - other : other - one;
  const both = one + other;
  const own = both === 0n ? 0n : (difference * 200_000_000n + both - 1n) / both;
  const spread = terms.eachBook ? own : before + own;
  return spread > terms.mostSpreadE8 ? null : spread;
}

/**
 * Quote units, multiplied by the base units of a lot, for base units filled level by level; null when the side has too
 * little.
 */
function quoteForBase(
  market: Market,
  { levels }: RestingSide<LiveOrder>,
  { lotsOf }: RateTerms,
  units: Units,
): bigint | null {
  let left = units;
  let sum = 0n;
  for (let at = levels.length - 1; at >= 0 && left > 0n; at -= 1) {
    const level = levels[at]!;
    const taken = smaller(left, baseUnits(market, lotsOf(level)));
    sum += taken * quoteUnits(market, level.priceTicks, 1);
    left -= taken;
  }
  return left > 0n ? null : sum;
}

/** Base units for quote units filled level by level; null when the side has too little. */
function baseForQuote(
  market: Market,
  { levels }: RestingSide<LiveOrder>,
  { lotsOf }: RateTerms,
  units: Units,
): Units | null {
  let left = units;
  let sum = 0n;
  for (let at = levels.length - 1; at >= 0 && left > 0n; at -= 1) {
    const level = levels[at]!;
    const lots = lotsOf(level);
    const worth = quoteUnits(market, level.priceTicks, lots);
    const whole = worth <= left;
    sum += whole ? baseUnits(market, lots) : (left * market.oneLotUnits) / quoteUnits(market, level.priceTicks, 1);
    left -= whole ? worth : left;
  }
  return left > 0n ? null : sum;
}

/** Open lots of bots: orders of users can be cancelled before they are filled. */
function botLots({ head }: Level<LiveOrder>): number {
  let lots = 0;
  for (let order = head; order; order = order.next) if (isBot(order.uid)) lots += order.lots - order.dealLots;
  return lots;
}
