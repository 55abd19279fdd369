// The ticket beside a chart in full screen: the one of the trade page, for the market that is shown.
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { stored } from '../../stores/device/storage.ts';
import { TicketForm } from './spot-ticket-form.tsx';
import { useTicket } from './use-spot-ticket.ts';

export function QuickTicket({ instrument, start }: QuickTicketProps) {
  const ticket = useTicket(instrument, start?.side ?? stored('sideType').peek(), start?.priceTicks ?? null);
  return <TicketForm instrument={instrument} ticket={ticket} />;
}
