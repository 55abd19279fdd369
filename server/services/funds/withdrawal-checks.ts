// The three gates in front of a withdrawal: identity, authenticator, and a turnover of all that was deposited (F11,
// F12).
import type { WithdrawGate } from '../../../core/orders/fund-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Units, printMoney, printScaled } from '../../../core/units/units.ts';
import type { Gates } from '../auth/identity.ts';
import type { FundQueries } from '../../sequencer/queries/fund-queries.ts';

/** Share of the deposits that must have been traded, in %. */
const TURNOVER_PERCENT = 100n;
/** Decimals of the ratio shown. */
const RATE_DECIMALS = 4;

export interface GateParts {
  reads: Pick<FundQueries, 'depositTotal' | 'traded'>;
  /** USDT worth of what was traded in a market, given in its quote coin. */
  valueOf(coinInfoId: number, units: Units): Units;
  gatesOf(uid: number): Promise<Gates>;
}

/** Where a person stands before the gates. */
export interface Standing extends Gates {
  /** Executed value and credited deposits, in USDT; the former counts from the first of the latter. */
  turnover: Units;
  depositTotal: Units;
}

export async function standingOf({ reads, valueOf, gatesOf }: GateParts, uid: number): Promise<Standing> {
  const [gates, deposits] = await Promise.all([gatesOf(uid), reads.depositTotal(uid)]);
  const traded = deposits.firstTime === 0 ? [] : await reads.traded(uid, deposits.firstTime);
  const turnover = traded.reduce((sum, { coinInfoId, units }) => sum + valueOf(coinInfoId, units), 0n);
  return { ...gates, turnover, depositTotal: deposits.valueUnits };
}

function isTurnedOver({ turnover, depositTotal }: Pick<Standing, 'turnover' | 'depositTotal'>): boolean {
  return turnover * 100n >= depositTotal * TURNOVER_PERCENT;
}

/**
 * Throws RejectError 1414 to 1416 (identity), 1406 (no authenticator) or 3005 (turnover); the first gate that is
 * closed.
 */
export function passGates(standing: Standing): void {
  if (standing.kyc === null) throw new RejectError(CODE.kycNeeded);
  if (standing.kyc === 0) throw new RejectError(CODE.kycUnderReview);
  if (standing.kyc === 2) throw new RejectError(CODE.kycFailed);
  if (!standing.google) throw new RejectError(CODE.googleNotBound);
  if (isTurnedOver(standing)) return;
  const { turnover, depositTotal } = standing;
  throw new RejectError(CODE.turnoverShort, {
    rate: printScaled((turnover * 10_000n) / depositTotal, 2, true),
    have: printMoney(turnover),
    need: printMoney(depositTotal),
  });
}

/** The same as data, for a meter. */
export function printGate(standing: Standing, now: number): WithdrawGate {
  const { kyc, google, turnover, depositTotal, withdrawLockUntil } = standing;
  return {
    kyc: kyc === 1 ? 1 : 0,
    google: google ? 1 : 0,
    turnover: printMoney(turnover),
    depositTotal: printMoney(depositTotal),
    rate:
      depositTotal === 0n
        ? '1'
        : printScaled((turnover * 10n ** BigInt(RATE_DECIMALS)) / depositTotal, RATE_DECIMALS, true),
    ...(withdrawLockUntil > now ? { withdrawLockUntil } : {}),
  };
}
