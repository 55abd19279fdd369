// Where a page that is not the ticket's own may show a ticket: the app fills it, because features do not know each other.
import { type ReactNode, createContext } from 'react';
import type { Instrument } from '../../contract/instrument.ts';

/** Shows a ticket for a market. */
export const TicketSlot = createContext<(instrument: Instrument) => ReactNode>(() => null);
