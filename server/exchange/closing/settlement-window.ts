// The latest ticks of an index, and their average: the price of contracts closed by the system (R16).
import { MAX_CLOSING_TICKS, averageOf, tooOld } from '../../../core/proofs/delisting-settlement.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';

/** A tick in memory; `prev` is the hash of the tick before, in hex. */
export interface RecentTick {
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
  prev: string;
  /** Secret that named its instant, in hex; absent before the clock's first commitment. */
  secret?: string | undefined;
}

/** Appends a tick and drops the oldest one above the limit. */
export function addRecent(recent: RecentTick[], tick: RecentTick): void {
  recent.push(tick);
  if (recent.length > MAX_CLOSING_TICKS) recent.shift();
}

/** The last 600 ticks, without those more than ten minutes older than the last one. */
export function windowOf(recent: readonly RecentTick[]): readonly RecentTick[] {
  const lastMs = recent.at(-1)?.ts ?? 0;
  return recent.slice(recent.findIndex(({ ts }) => !tooOld(ts, lastMs)));
}

/** Average price, rounded half up; 0 without ticks. */
export function averageTicks(ticks: readonly RecentTick[]): PriceTicks {
  return Number(averageOf(ticks.map(({ priceTicks }) => BigInt(priceTicks))));
}
