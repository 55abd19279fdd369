// Commands to the order form on the screen, from a book, a chart, a price ladder or a key.
import { useEffect, useEffectEvent } from 'react';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PickedLevel } from './ticket-text.ts';

/** What to fill in; absent fields stay as they are. Nothing is ever sent by a command. */
export interface TicketCommand {
  side?: Side;
  level?: PickedLevel;
  /** Share of the available balance, in percent. */
  percent?: number;
}

const listeners = new Set<(command: TicketCommand) => void>();

export function fillTicket(command: TicketCommand): void {
  for (const listener of listeners) listener(command);
}

/** Calls `onCommand` for each command while the form is mounted. */
export function useTicketCommands(onCommand: (command: TicketCommand) => void): void {
  const listener = useEffectEvent(onCommand);
  useEffect(() => {
    const onEach = (command: TicketCommand): void => listener(command);
    listeners.add(onEach);
    return () => void listeners.delete(onEach);
  }, []);
}
