// The contract order form beside or over a chart, with its leverage.
import { useTicketCommands } from '../../components/ticket/ticket-commands.ts';
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { pickedFields } from '../../components/ticket/ticket-text.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ContractTicketForm } from './contract-ticket-form.tsx';
import styles from './contracts.module.css';
import { DIRECTION_OF } from './contract-ticket.ts';
import { LeverageButton } from './leverage-button.tsx';
import { useContractTicket } from './use-contract-ticket.ts';

export function QuickContractTicket({ instrument, start }: QuickTicketProps) {
  const { t } = useTranslation();
  const ticket = useContractTicket(instrument, start ?? {});
  useTicketCommands(({ side, level, percent }) =>
    ticket.edit({
      ...(side && { direction: DIRECTION_OF[side] }),
      ...(level && pickedFields(instrument, level)),
      ...(percent !== undefined && { percent }),
    }),
  );
  return (
    <>
      <p className={styles.leverageRow}>
        <span>{t('contracts.isolated')}</span>
        <LeverageButton instrument={instrument} ticket={ticket} />
      </p>
      <ContractTicketForm instrument={instrument} ticket={ticket} />
    </>
  );
}
