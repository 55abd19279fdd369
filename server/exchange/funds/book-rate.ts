// Value of one coin in another from the books: both sides walked for the size, then the middle (F4).
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Units } from '../../../core/units/units.ts';
import type { ExchangeState } from '../state.ts';
import type { BookSide } from '../../../core/matching/book-side.ts';
import type { LiveOrder } from '../matching/live-order.ts';
import { type Market, baseUnits, quoteUnits } from '../matching/spot-market.ts';

/** Largest distance of the two sides, walked for the size, in percent; beyond it there is no rate. */
export const MOST_SPREAD_PERCENT = 2n;

/** Units of `toCoinId` that `units` of `fromCoinId` are worth, rounded down; null where the books give no rate. */
export function convertedUnits(
  exchange: ExchangeState,
  fromCoinId: number,
  toCoinId: number,
  units: Units,
): Units | null {
  const usdt = fromCoinId === USDT_ID ? units : inQuote(exchange.markets.get(fromCoinId), units);
  return usdt === null || toCoinId === USDT_ID ? usdt : inBase(exchange.markets.get(toCoinId), usdt);
}

/** Value of base units: the middle of what the bids pay and what the asks cost. */
function inQuote(market: Market | undefined, units: Units): Units | null {
  if (!market) return null;
  const paid = quoteForBase(market, market.bids, units);
  const asked = quoteForBase(market, market.asks, units);
  if (paid === null || asked === null || isSpreadTooWide(paid, asked)) return null;
  return (paid + asked) / 2n / market.oneLotUnits;
}

/** Base units for quote units at the middle of the two prices: the harmonic mean of what they buy on each side. */
function inBase(market: Market | undefined, units: Units): Units | null {
  if (!market) return null;
  const bought = baseForQuote(market, market.asks, units);
  const sold = baseForQuote(market, market.bids, units);
  if (bought === null || sold === null || isSpreadTooWide(bought, sold)) return null;
  return bought + sold === 0n ? 0n : (2n * bought * sold) / (bought + sold);
}

function isSpreadTooWide(one: Units, other: Units): boolean {
  const difference = one > other ? one - other : other - one;
  return difference * 200n > (one + other) * MOST_SPREAD_PERCENT;
}

/**
 * Quote units, multiplied by the base units of a lot, for base units filled level by level; null when the side has too
 * little.
 */
function quoteForBase(market: Market, { levels }: BookSide<LiveOrder>, units: Units): bigint | null {
  let left = units;
  let sum = 0n;
  for (let at = levels.length - 1; at >= 0 && left > 0n; at -= 1) {
    const { priceTicks, lots } = levels[at]!;
    const there = baseUnits(market, lots);
    const taken = there < left ? there : left;
    sum += taken * quoteUnits(market, priceTicks, 1);
    left -= taken;
  }
  return left > 0n ? null : sum;
}

/** Base units for quote units filled level by level; null when the side has too little. */
function baseForQuote(market: Market, { levels }: BookSide<LiveOrder>, units: Units): Units | null {
  let left = units;
  let sum = 0n;
  for (let at = levels.length - 1; at >= 0 && left > 0n; at -= 1) {
    const { priceTicks, lots } = levels[at]!;
    const worth = quoteUnits(market, priceTicks, lots);
    const whole = worth <= left;
    sum += whole ? baseUnits(market, lots) : (left * market.oneLotUnits) / quoteUnits(market, priceTicks, 1);
    left -= whole ? worth : left;
  }
  return left > 0n ? null : sum;
}
