// The ticket beside a chart in full screen: the one of the trade page, for the market that is shown.
import type { QuickTicketProps } from '../../cells/ticket-slot.ts';
import { stored } from '../../state/storage.ts';
import { TicketForm } from './ticket-form.tsx';
import { useTicket } from './use-ticket.ts';

export function QuickTicket({ instrument, start }: QuickTicketProps) {
  const ticket = useTicket(instrument, start?.side ?? stored('sideType').peek(), start?.priceTicks ?? null);
  return <TicketForm instrument={instrument} ticket={ticket} />;
}
