// Binary options: cost, payout, and the rule that decides them from published index ticks.
import { CODE, type Reject, reject } from '../errors/errors.ts';
import type { EpochMs } from '../units/time.ts';
import { larger, smaller } from '../units/smaller.ts';
import { ONE_E8, type Units, printMoney, rateShare } from '../units/units.ts';

export const SECONDS_DIRECTIONS = ['up', 'down'] as const;
export type SecondsDirection = (typeof SECONDS_DIRECTIONS)[number];

export const RESULTS = ['win', 'lose', 'draw', 'void'] as const;
export type SecondsResult = (typeof RESULTS)[number];

/**
 * One published index price. `seq` counts from 1 per market without gaps, `ts` never decreases; the price is in 1e-8 of
 * the quote coin.
 */
export interface IndexTick {
  seq: number;
  ts: EpochMs;
  priceE8: bigint;
  /** Secret of the instant inside its second (32 bytes); absent without a commitment. */
  secret?: Uint8Array | undefined;
}

/** Offer of a market for one period. Rates in 1e-8 of the amount. */
export interface PeriodTerms {
  periodS: number;
  profitRateE8: bigint;
  feeRateE8: bigint;
  minUnits: Units;
  maxUnits: Units;
}

/** The terms that an order's outcome depends on, fixed when it was accepted at `openTime`. */
export interface SecondsTerms {
  direction: SecondsDirection;
  openTime: EpochMs;
  /** `openTime` plus the period. */
  expirationTime: EpochMs;
  amountUnits: Units;
  profitRateE8: bigint;
  feeUnits: Units;
}

/** Fee and total debit of a purchase; the fee rounds up (docs/formulas.md 23). */
export function secondsDebit(amountUnits: Units, feeRateE8: bigint): { feeUnits: Units; debitUnits: Units } {
  const feeUnits = rateShare(amountUnits, feeRateE8, 'up');
  return { feeUnits, debitUnits: amountUnits + feeUnits };
}

/** Payout of a win, rounded down (docs/formulas.md 27); shown as the expected return (28). */
export function winUnits(amountUnits: Units, profitRateE8: bigint): Units {
  return rateShare(amountUnits, ONE_E8 + profitRateE8, 'down');
}

/** Credit of a result: a win pays, draw and void give back amount and fee, a loss nothing (docs/formulas.md 27, 29). */
export function secondsPayout(terms: SecondsTerms, result: SecondsResult): Units {
  if (result === 'win') return winUnits(terms.amountUnits, terms.profitRateE8);
  return result === 'lose' ? 0n : terms.amountUnits + terms.feeUnits;
}

/** Result of two prices: strictly above wins up, strictly below wins down, equal is a draw (docs/formulas.md 26). */
export function resultOf(direction: SecondsDirection, strikeE8: bigint, exitE8: bigint): 'win' | 'lose' | 'draw' {
  if (exitE8 === strikeE8) return 'draw';
  return exitE8 > strikeE8 === (direction === 'up') ? 'win' : 'lose';
}

/**
 * Nothing is sold while the index had no tick for this long, ms; by rule v1 such a pause around the expiry voids an
 * order.
 */
export const SILENCE_MS = 10_000;
/** Fewest ticks from open to expiry by rule v1; with fewer an order is void. */
export const MIN_TICKS = 2;

export interface Settlement {
  result: SecondsResult;
  /** Why it is void; '' otherwise. */
  reason: '' | 'fewTicks' | 'silence';
  /**
   * By rule v1 the first tick at or after `openTime`. By v2 a window: number of its first tick, time of its last,
   * median price. Null when there was none.
   */
  strike: IndexTick | null;
  /** By rule v1 the last tick at or before `expirationTime`, by v2 the window of the last ticks. */
  exit: IndexTick | null;
  payoutUnits: Units;
  /** Payout minus amount and fee. */
  profitUnits: Units;
}

/**
 * Settles an order by rule v1 (docs/formulas.md 24 to 29). `ticks` are consecutive, ascending, and contain every tick
 * from `openTime` to `knownUntil`. Null while undecided: until the tick after the expiry, or until it is certain that
 * the order is void. A market that closed needs no special rule: its index has no ticks.
 */
export function settle(ticks: readonly IndexTick[], order: SecondsTerms, knownUntil: EpochMs): Settlement | null {
  const after = firstSince(ticks, order.expirationTime + 1);
  const next = ticks[after];
  if (!next && knownUntil <= order.expirationTime) return null;
  const exit = ticks[after - 1] ?? null;
  const first = ticks[firstSince(ticks, order.openTime)];
  const strike = first && first.ts <= order.expirationTime ? first : null;
  const few = !strike || !exit || exit.seq - strike.seq + 1 < MIN_TICKS;
  const quietMs = (next?.ts ?? knownUntil) - (exit?.ts ?? order.openTime);
  const silent = quietMs >= SILENCE_MS;
  if (!next && !few && !silent) return null;
  const reason = few ? 'fewTicks' : silent ? 'silence' : '';
  return reason === '' && strike && exit ? outcomeOf(order, strike, exit) : voidOf(order, reason, strike, exit);
}

/** Settlement of an order by two prices. */
export function outcomeOf(order: SecondsTerms, strike: IndexTick, exit: IndexTick): Settlement {
  return settled(order, resultOf(order.direction, strike.priceE8, exit.priceE8), '', strike, exit);
}

/** Settlement of a void order: amount and fee are paid back. */
export function voidOf(
  order: SecondsTerms,
  reason: Settlement['reason'],
  strike: IndexTick | null,
  exit: IndexTick | null,
): Settlement {
  return settled(order, 'void', reason, strike, exit);
}

function settled(
  order: SecondsTerms,
  result: SecondsResult,
  reason: Settlement['reason'],
  strike: IndexTick | null,
  exit: IndexTick | null,
): Settlement {
  const payoutUnits = secondsPayout(order, result);
  return { result, reason, strike, exit, payoutUnits, profitUnits: payoutUnits - order.amountUnits - order.feeUnits };
}

/** Index of the first tick at or after `ts`; the length when there is none. */
function firstSince(ticks: readonly IndexTick[], ts: EpochMs): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ticks[middle]?.ts ?? 0) < ts) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Share of wins at which neither side gains, rounded to 1e-8 (docs/formulas.md 30). */
export function breakEvenWinRateE8(profitRateE8: bigint, feeRateE8: bigint): bigint {
  const [paid, won] = [ONE_E8 + feeRateE8, ONE_E8 + profitRateE8];
  return (2n * paid * ONE_E8 + won) / (2n * won);
}

/**
 * The exchange's edge: its share of each unit when half of all orders win, in 1e-8; rounded up, so that it is never
 * shown too small.
 */
export function exchangeEdgeE8(profitRateE8: bigint, feeRateE8: bigint): bigint {
  const twice = 2n * (ONE_E8 + feeRateE8) - (ONE_E8 + profitRateE8);
  return twice > 0n ? (twice + 1n) / 2n : twice / 2n;
}

/** Open amounts in a market before a purchase, and their limits. */
export interface Exposure {
  mineUnits: Units;
  mostMineUnits: Units;
  marketUnits: Units;
  mostMarketUnits: Units;
}

/** Amount that can still be bought (docs/formulas.md 31), at least 0. */
export function exposureLeft(exposure: Exposure): Units {
  const mine = exposure.mostMineUnits - exposure.mineUnits;
  const market = exposure.mostMarketUnits - exposure.marketUnits;
  return larger(0n, smaller(mine, market));
}

/**
 * Refuses a period that is not offered (2101), an amount outside its limits (2102 with min, max), or too much exposure
 * (2103 with left).
 */
export function checkStake(period: PeriodTerms | undefined, amountUnits: Units, exposure: Exposure): Reject | null {
  if (!period) return reject(CODE.periodNotOffered);
  if (amountUnits < period.minUnits || amountUnits > period.maxUnits) {
    return reject(CODE.stakeOutsideLimits, { min: printMoney(period.minUnits), max: printMoney(period.maxUnits) });
  }
  const left = exposureLeft(exposure);
  return amountUnits > left ? reject(CODE.exposureLimit, { left: printMoney(left) }) : null;
}

/** Whether a price has moved from the one seen by more than a share of it in 1e-8: the buyer's `maxSlip` (2017). */
export function movedBeyond(seenE8: bigint, nowE8: bigint, maxSlipE8: bigint): boolean {
  const moved = nowE8 > seenE8 ? nowE8 - seenE8 : seenE8 - nowE8;
  return moved * ONE_E8 > seenE8 * maxSlipE8;
}
