// What one beat of the clock changed about an index.
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { IndexState } from './index-price.ts';

/** A tick of an index; `seq` is 0 for none. */
export interface IndexReading {
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
}

/**
 * An index at a beat: its last tick before the beat and its last tick now; the same one when this beat brought none.
 */
export interface ClockStep {
  index: IndexState;
  before: IndexReading;
  now: IndexReading;
}

/** Time of a beat, and its number. */
export interface Moment {
  ts: EpochMs;
  beats: number;
}
