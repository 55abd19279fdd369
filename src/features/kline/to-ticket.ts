// The way from a chart to the ticket of its market: a buy is a long where contracts are traded.
import { useNavigate } from '@tanstack/react-router';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { offerOf } from '../../components/market/market-offer.ts';

/** Goes to the ticket with its side chosen, and a limit price where one is given. */
export function useToTicket(instrument: Instrument): (side: Side, priceTicks?: PriceTicks) => void {
  const navigate = useNavigate();
  const to = offerOf(instrument) === 'contract' ? '/pages/tabbar/contracts' : '/pages/tabbar/trade';
  return (side, priceTicks) =>
    void navigate({
      to,
      search: { coinInfoId: instrument.info.id, side, ...(priceTicks !== undefined && { priceTicks }) },
    });
}
