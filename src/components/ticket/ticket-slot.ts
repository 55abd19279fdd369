// Context through which pages of other features render a ticket. The app provides it, as features
// do not import each other.
import { type ReactNode, createContext } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';

/** Initial values of a ticket. */
export interface TicketStart {
  side: Side;
  /** Limit price; absent: the last price. */
  priceTicks?: PriceTicks;
  /** The ticket begins as a market buy for this many whole quote coins. */
  total?: number;
}

export interface QuickTicketProps {
  instrument: Instrument;
  start: TicketStart | null;
}

/** Renders a ticket of a market; without a start it has the last side used and the last price. */
export const TicketSlot = createContext<(instrument: Instrument, start: TicketStart | null) => ReactNode>(() => null);

/** Opens the order form beside the chart with a side and a price; null where the form is a page of its own. */
export const TicketOpener = createContext<((side: Side, priceTicks?: PriceTicks) => void) | null>(null);
