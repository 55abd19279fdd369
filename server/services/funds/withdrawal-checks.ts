// Requirements of a withdrawal: identity, authenticator, turnover of all deposits (F11, F12).
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import type { WithdrawGate } from '../../../core/orders/fund-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type Units, printMoney, printScaled } from '../../../core/units/units.ts';
import type { SecurityStatus } from '../auth/identity.ts';
import type { FundQueries } from '../../sequencer/queries/fund-queries.ts';

/** Decimals of the displayed ratio. */
const RATE_DECIMALS = 4;

export interface WithdrawalCheckDeps {
  reads: Pick<FundQueries, 'depositTotal' | 'tradedSince'>;
  known: ReadonlyMap<number, Instrument>;
  /** Worth of units of a coin in USDT; 0 for a coin without a price. */
  usdtWorthOf(coinId: number, units: Units): Units;
  securityStatusOf(uid: number): Promise<SecurityStatus>;
}

/** The requirements and what the user meets of them. */
export interface WithdrawalStatus extends SecurityStatus {
  /** Traded value and credited deposits, in USDT; turnover counts from the first deposit. */
  turnover: Units;
  depositTotal: Units;
}

export async function withdrawalStatusOf(
  { reads, known, usdtWorthOf, securityStatusOf }: WithdrawalCheckDeps,
  uid: number,
): Promise<WithdrawalStatus> {
  const [security, deposits] = await Promise.all([securityStatusOf(uid), reads.depositTotal(uid)]);
  const { spot, usdtUnits } =
    deposits.firstTime === 0 ? { spot: [], usdtUnits: 0n } : await reads.tradedSince(uid, deposits.firstTime);
  const quoteCoinOf = (coinInfoId: number): number => known.get(coinInfoId)?.info.quoteCoinId ?? USDT_ID;
  const turnover = spot.reduce(
    (sum, { coinInfoId, units }) => sum + usdtWorthOf(quoteCoinOf(coinInfoId), units),
    usdtUnits,
  );
  return { ...security, turnover, depositTotal: deposits.valueUnits };
}

/**
 * Throws for the first requirement that is not met: RejectError 1414 to 1416 (identity), 1406 (no authenticator) or
 * 3005 (turnover).
 */
export function checkWithdrawal(status: WithdrawalStatus): void {
  if (status.kyc === null) throw new RejectError(CODE.kycNeeded);
  if (status.kyc === KYC_STATUS.review) throw new RejectError(CODE.kycUnderReview);
  if (status.kyc === KYC_STATUS.failed) throw new RejectError(CODE.kycFailed);
  if (!status.google) throw new RejectError(CODE.googleNotBound);
  const { turnover, depositTotal } = status;
  if (turnover >= depositTotal) return;
  throw new RejectError(CODE.turnoverShort, {
    rate: printScaled((turnover * 10_000n) / depositTotal, 2, true),
    have: printMoney(turnover),
    need: printMoney(depositTotal),
  });
}

/** The requirements as data, for the progress display. */
export function printWithdrawGate(status: WithdrawalStatus, now: number): WithdrawGate {
  const { kyc, google, turnover, depositTotal, withdrawLockUntil } = status;
  return {
    kyc: kyc === KYC_STATUS.passed ? 1 : 0,
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
