// The announced end of a market and its stage (R16).
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';

/** This long before its end a market is close-only, and the end can no longer be changed. */
export const LAST_MS = HOUR_MS;

/** Stages: announced; closing (the price is set); closed. */
export const STAGE = { announced: 0, closing: 1, closed: 2 } as const;
type Stage = (typeof STAGE)[keyof typeof STAGE];

/** `priceTicks`: price at which contracts are settled; 0 before it is known, and where there are none. */
export interface Delisting {
  coinInfoId: number;
  atMs: EpochMs;
  stage: Stage;
  priceTicks: PriceTicks;
}
