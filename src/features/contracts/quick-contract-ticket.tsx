// The contract ticket beside a chart in full screen: the one of the contracts page, for the market that is shown.
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { ContractForm } from './contract-ticket-form.tsx';
import { useContractTicket } from './use-contract-ticket.ts';

export function QuickContract({ instrument, start }: QuickTicketProps) {
  return <ContractForm instrument={instrument} ticket={useContractTicket(instrument, start ?? {})} />;
}
