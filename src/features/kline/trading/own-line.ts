// A line of the user's that a hand may move, whatever it is: where it stands, and what another price would mean.
import type { PriceTicks } from '../../../../core/units/units.ts';

export interface OwnLine {
  priceTicks: PriceTicks;
  /** Why it cannot stand at a price, in words; null: it can. */
  objection: (priceTicks: PriceTicks) => string | null;
  /** Whether it would trade at once there. */
  trades: (priceTicks: PriceTicks) => boolean;
  /**
   * Sends it there. `undo` is offered the line's id and its old price when it has arrived; null: there is no way back.
   */
  move: (priceTicks: PriceTicks, undo: Undo | null) => void;
}

/** Takes a move back: the line may have another id by now. */
export type Undo = (id: string, priceTicks: PriceTicks) => void;
