// The ticket beside a chart in full screen: the one of the trade page, for the market that is shown.
import type { Instrument } from '../../../contract/instrument.ts';
import { stored } from '../../state/storage.ts';
import { TicketForm } from './ticket-form.tsx';
import { useTicket } from './use-ticket.ts';

export function QuickTicket({ instrument }: { instrument: Instrument }) {
  return <Ticket key={instrument.info.id} instrument={instrument} />;
}

function Ticket({ instrument }: { instrument: Instrument }) {
  const ticket = useTicket(instrument, stored('sideType').peek());
  return <TicketForm instrument={instrument} ticket={ticket} />;
}
