// The spot order form beside a full-screen chart.
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { stored } from '../../stores/device/storage.ts';
import { SpotTicketForm } from './spot-ticket-form.tsx';
import { useSpotTicket } from './use-spot-ticket.ts';

export function QuickSpotTicket({ instrument, start }: QuickTicketProps) {
  const ticket = useSpotTicket(instrument, start?.side ?? stored('sideType').peek(), start?.priceTicks ?? null);
  return <SpotTicketForm instrument={instrument} ticket={ticket} />;
}
