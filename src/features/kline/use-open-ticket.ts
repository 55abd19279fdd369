// Navigation from a chart to the order form of its market.
import { useNavigate } from '@tanstack/react-router';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';

/**
 * Opens the order form with a side and an optional limit price. A buy is a long position where
 * contracts are traded.
 */
export function useOpenTicket(instrument: Instrument): (side: Side, priceTicks?: PriceTicks) => void {
  const navigate = useNavigate();
  const to = tradeKindOf(instrument) === 'contract' ? '/pages/tabbar/contracts' : '/pages/tabbar/trade';
  return (side, priceTicks) =>
    void navigate({
      to,
      search: { coinInfoId: instrument.info.id, side, ...(priceTicks !== undefined && { priceTicks }) },
    });
}
