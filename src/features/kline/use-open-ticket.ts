// From a chart to the order form of its market: the one beside it, or its page.
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { TicketOpener } from '../../components/ticket/ticket-slot.ts';

/**
 * Opens the order form with a side and an optional limit price. A buy is a long position where
 * contracts are traded.
 */
export function useOpenTicket(instrument: Instrument): (side: Side, priceTicks?: PriceTicks) => void {
  const navigate = useNavigate();
  const openBeside = useContext(TicketOpener);
  const to = tradeKindOf(instrument) === 'contract' ? '/pages/tabbar/contracts' : '/pages/tabbar/trade';
  if (openBeside) return openBeside;
  return (side, priceTicks) =>
    void navigate({
      to,
      search: { coinInfoId: instrument.info.id, side, ...(priceTicks !== undefined && { priceTicks }) },
    });
}
