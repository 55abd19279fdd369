// The contract ticket beside a chart in full screen: the one of the contracts page, for the market that is shown.
import type { Instrument } from '../../../contract/instrument.ts';
import type { TicketStart } from '../../cells/ticket-slot.ts';
import { ContractForm } from './ticket-form.tsx';
import { useContractTicket } from './use-contract-ticket.ts';

interface QuickContractProps {
  instrument: Instrument;
  start: TicketStart | null;
}

/** Another market or another start is another ticket. */
export function QuickContract({ instrument, start }: QuickContractProps) {
  return <Ticket key={`${instrument.info.id} ${start?.side} ${start?.priceTicks}`} instrument={instrument} start={start} />;
}

function Ticket({ instrument, start }: QuickContractProps) {
  return <ContractForm instrument={instrument} ticket={useContractTicket(instrument, start ?? {})} />;
}
