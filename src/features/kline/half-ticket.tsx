// The order form in the lower half of the chart's page, below the living chart.
import { useContext } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { TicketSlot, type TicketStart } from '../../components/ticket/ticket-slot.ts';
import { HalfSheet } from '../../ui/overlays/half-sheet.tsx';
import { MarketTitle } from './market-head.tsx';

/** An open order form. */
export interface HalfTicket {
  start: TicketStart;
  close: () => void;
}

export function HalfTicketSheet({ instrument, start, close }: HalfTicket & { instrument: Instrument }) {
  const { t } = useTranslation();
  const renderTicket = useContext(TicketSlot);
  return (
    <HalfSheet
      label={t('chart.trade')}
      title={<MarketTitle instrument={instrument} />}
      closeLabel={t('app.close')}
      onClose={close}
    >
      {renderTicket(instrument, start)}
    </HalfSheet>
  );
}
