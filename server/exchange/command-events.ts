// Events that a command has caused so far, and its time.
import type { EpochMs } from '../../core/units/time.ts';
import type { ExchangeEvent } from './event.ts';

export interface CommandEvents {
  readonly ts: EpochMs;
  readonly events: ExchangeEvent[];
}
