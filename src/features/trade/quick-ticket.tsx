// The ticket beside a chart in full screen: the one of the trade page, for the market that is shown.
import type { Instrument } from '../../../contract/instrument.ts';
import type { TicketStart } from '../../cells/ticket-slot.ts';
import { stored } from '../../state/storage.ts';
import { TicketForm } from './ticket-form.tsx';
import { useTicket } from './use-ticket.ts';

interface QuickTicketProps {
  instrument: Instrument;
  start: TicketStart | null;
}

/** Another market or another start is another ticket. */
export function QuickTicket({ instrument, start }: QuickTicketProps) {
  return <Ticket key={`${instrument.info.id} ${start?.side} ${start?.priceTicks}`} instrument={instrument} start={start} />;
}

function Ticket({ instrument, start }: QuickTicketProps) {
  const ticket = useTicket(instrument, start?.side ?? stored('sideType').peek(), start?.priceTicks ?? null);
  return <TicketForm instrument={instrument} ticket={ticket} />;
}
