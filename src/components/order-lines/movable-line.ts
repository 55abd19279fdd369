// A chart line that the user can move: a spot order, a take-profit or a stop-loss.
import type { PriceTicks } from '../../../core/units/units.ts';

export interface MovableLine {
  priceTicks: PriceTicks;
  /** Localised objection to a price; null: none. */
  objection: (priceTicks: PriceTicks) => string | null;
  /** Whether it would execute at once at a price. */
  executesAtOnce: (priceTicks: PriceTicks) => boolean;
  /** Sends the move. `undo` is offered with the moved line's id and its old price; null: no undo. */
  move: (priceTicks: PriceTicks, undo: UndoMove | null) => void;
}

/** Undoes a move. `id` is that of the moved line, which may differ from the original one. */
export type UndoMove = (id: string, priceTicks: PriceTicks) => void;
