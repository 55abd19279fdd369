// The spot order form beside a chart.
import { useTicketCommands } from '../../components/ticket/ticket-commands.ts';
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { pickedFields } from '../../components/ticket/ticket-text.ts';
import { stored } from '../../stores/device/storage.ts';
import { SpotTicketForm } from './spot-ticket-form.tsx';
import { useSpotTicket } from './use-spot-ticket.ts';

export function QuickSpotTicket({ instrument, start }: QuickTicketProps) {
  const ticket = useSpotTicket(
    instrument,
    start?.side ?? stored('sideType').peek(),
    start?.priceTicks ?? null,
    start?.total ?? null,
  );
  useTicketCommands(({ side, level, percent }) =>
    ticket.edit({
      ...(side && { side }),
      ...(level && pickedFields(instrument, level)),
      ...(percent !== undefined && { percent }),
    }),
  );
  return <SpotTicketForm instrument={instrument} ticket={ticket} />;
}
