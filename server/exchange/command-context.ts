// A command that is being applied: the state that it changes, its time and its events.
import type { Lots } from '../../core/units/units.ts';
import type { CommandEvents } from './command-events.ts';
import type { LiveOrder } from './matching/live-order.ts';
import type { ExchangeState } from './state.ts';

export interface CommandContext extends CommandEvents {
  readonly exchange: ExchangeState;
  /** Called when a resting order of the clearing account is filled for a contract. */
  readonly onMakerFill: (context: CommandContext, maker: LiveOrder, lots: Lots) => void;
}
