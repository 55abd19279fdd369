// Context through which pages of other features render a ticket.
// The app provides it, as features do not import each other.
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

/**
 * Opens the order form beside or below the chart with a side and an optional limit price. A buy is a long position
 * where contracts are traded.
 */
export const TicketOpener = createContext<(side: Side, priceTicks?: PriceTicks) => void>(() => undefined);
