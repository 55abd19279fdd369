// Where a page that is not the ticket's own may show a ticket: the app fills it, because features do not know each
// other.
import { type ReactNode, createContext } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';

/** What a ticket starts with. */
export interface TicketStart {
  side: Side;
  priceTicks: PriceTicks;
}

export interface QuickTicketProps {
  instrument: Instrument;
  start: TicketStart | null;
}

/** Shows a ticket for a market; without a start it has the side of the last one and the last price. */
export const TicketSlot = createContext<(instrument: Instrument, start: TicketStart | null) => ReactNode>(() => null);
