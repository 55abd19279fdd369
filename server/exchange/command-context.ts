// Context of the command that is being applied: its time, and the events it has caused so far.
import type { EpochMs } from '../../core/units/time.ts';
import type { ExchangeEvent } from './event.ts';

export interface CommandContext {
  readonly ts: EpochMs;
  readonly events: ExchangeEvent[];
}
