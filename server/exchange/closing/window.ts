// The last ticks of an index, and the price that contracts are settled at when the system closes them: their average, and nobody's word (R16).
import type { EpochMs } from '../../../contract/time.ts';
import type { PriceTicks } from '../../../contract/units.ts';

/** A tick as it is kept at hand; `prev` is the hash of the one before, in hex. */
export interface RecentTick {
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
  prev: string;
}

/** Ticks kept at hand, and how far back from the last one they count. */
export const MOST_RECENT = 600;
const WINDOW_MS = 600_000;

/** Adds a tick behind the others; the oldest one goes when there are too many. */
export function addRecent(recent: RecentTick[], tick: RecentTick): void {
  recent.push(tick);
  if (recent.length > MOST_RECENT) recent.shift();
}

/** The ticks that count: the last 600, but none ten minutes older than the last one. */
export function windowOf(recent: readonly RecentTick[]): readonly RecentTick[] {
  const fromMs = (recent.at(-1)?.ts ?? 0) - WINDOW_MS;
  return recent.slice(recent.findIndex(({ ts }) => ts > fromMs));
}

/** Average, rounded half up; 0 of nothing. */
export function averageTicks(ticks: readonly RecentTick[]): PriceTicks {
  const sum = ticks.reduce((total, { priceTicks }) => total + BigInt(priceTicks), 0n);
  const count = BigInt(ticks.length);
  return count === 0n ? 0 : Number((2n * sum + count) / (2n * count));
}
