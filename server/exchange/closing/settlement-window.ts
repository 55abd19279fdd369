// The last ticks of an index, and the price that contracts are settled at when the system closes them: their average,
// and nobody's word (R16).
import { MOST_CLOSING_TICKS, averageOf, tooOld } from '../../../core/proofs/delisting-settlement.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';

/** A tick as it is kept at hand; `prev` is the hash of the one before, in hex. */
export interface RecentTick {
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
  prev: string;
  /** What named its instant, in hex; absent where the clock had committed to none. */
  secret?: string | undefined;
}

/** Adds a tick behind the others; the oldest one goes when there are too many. */
export function addRecent(recent: RecentTick[], tick: RecentTick): void {
  recent.push(tick);
  if (recent.length > MOST_CLOSING_TICKS) recent.shift();
}

/** The ticks that count: the last 600, but none ten minutes older than the last one. */
export function windowOf(recent: readonly RecentTick[]): readonly RecentTick[] {
  const lastMs = recent.at(-1)?.ts ?? 0;
  return recent.slice(recent.findIndex(({ ts }) => !tooOld(ts, lastMs)));
}

/** Average, rounded half up; 0 of nothing. */
export function averageTicks(ticks: readonly RecentTick[]): PriceTicks {
  return Number(averageOf(ticks.map(({ priceTicks }) => BigInt(priceTicks))));
}
