// The contract order form beside a full-screen chart.
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { ContractTicketForm } from './contract-ticket-form.tsx';
import { useContractTicket } from './use-contract-ticket.ts';

export function QuickContractTicket({ instrument, start }: QuickTicketProps) {
  return <ContractTicketForm instrument={instrument} ticket={useContractTicket(instrument, start ?? {})} />;
}
