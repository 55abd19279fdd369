// The contract order form beside a chart, with its leverage.
import { useTicketCommands } from '../../components/ticket/ticket-commands.ts';
import type { QuickTicketProps } from '../../components/ticket/ticket-slot.ts';
import { pickedFields } from '../../components/ticket/ticket-text.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ContractTicketForm } from './contract-ticket-form.tsx';
import { shareText } from './contract-ticket.ts';
import styles from './contracts.module.css';
import { LeverageButton } from './leverage-sheet.tsx';
import { useContractTicket } from './use-contract-ticket.ts';

export function QuickContractTicket({ instrument, start }: QuickTicketProps) {
  const { t } = useTranslation();
  const ticket = useContractTicket(instrument, start ?? {});
  const { draft, edit, terms, context } = ticket;
  useTicketCommands(({ side, level, percent }) => {
    const direction = { buy: 'long', sell: 'short' } as const;
    const next = {
      ...draft,
      ...(side && { direction: direction[side] }),
      ...(level && pickedFields(instrument, level)),
    };
    edit(percent === undefined ? next : { ...next, amount: shareText(instrument, terms, next, percent, context()) });
  });
  return (
    <>
      <p className={styles.leverageRow}>
        <span>{t('contracts.isolated')}</span>
        <LeverageButton ticket={ticket} />
      </p>
      <ContractTicketForm instrument={instrument} ticket={ticket} />
    </>
  );
}
