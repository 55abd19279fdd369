// Funding state of a market: premiums sampled since the last payment, and a payment in progress (R15).
import { fundingRateE8 } from '../../../core/risk/margin-funding.ts';
import { downShare } from '../../../core/risk/margin-tiers.ts';
import type { RateE8 } from '../../../core/risk/margin.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { EpochMs } from '../../../core/units/time.ts';

/** Funding is paid every 8 hours: at 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_MS = 8 * HOUR_MS;

/**
 * Premiums of the running interval, in 1e-8. `startMs` is 0 before the first beat, `minuteMs` the minute of the last
 * sample.
 * A payment in progress: its rate, and the contracts still to be paid, with ids above `dueAfterId` up to `dueUntilId`;
 * `dueUntilId` 0 for none.
 */
export interface FundingState {
  startMs: EpochMs;
  minuteMs: EpochMs;
  samples: number;
  sumE8: bigint;
  dueRateE8: RateE8;
  dueAfterId: number;
  dueUntilId: number;
}

export const NOTHING_DUE = { dueRateE8: 0n, dueAfterId: 0, dueUntilId: 0 };

/** The published funding: the rate as it would be now, in 1e-8, the next payment time, and the state behind it. */
export interface FundingReading extends FundingState {
  rateE8: RateE8;
  nextMs: EpochMs;
}

export function newFunding(): FundingState {
  return { startMs: 0, minuteMs: 0, samples: 0, sumE8: 0n, ...NOTHING_DUE };
}

/** Rate from the samples so far; 0 before the first. */
export function fundingReading(state: FundingState): FundingReading {
  const rateE8 = state.samples === 0 ? 0n : fundingRateE8(downShare(state.sumE8, BigInt(state.samples)));
  return { ...state, rateE8, nextMs: state.startMs === 0 ? 0 : state.startMs + FUNDING_MS };
}
