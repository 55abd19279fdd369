// The contract order form: direction, type, price, size, take-profit, stop-loss, cost and submit.
import type { ReactNode } from 'react';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { DIRECTIONS } from '../../../core/risk/margin.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { useFundStep } from '../../components/ticket/fund-button.tsx';
import {
  TicketFigures,
  TicketForm,
  TicketPrice,
  TicketSubmit,
  objectionId,
} from '../../components/ticket/order-ticket.tsx';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { fieldObjection } from '../../components/common/refusal-text.ts';
import { Shares, StackedField, UnitSelect } from '../../components/ticket/ticket-fields.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { separate } from '../../stores/market/number-format.ts';
import { SIZE_UNITS, percentOf, sizeOf, typedSize } from './contract-ticket.ts';
import { useContractFigures, useContractRows } from './contract-figures.ts';
import type { ContractTicket } from './use-contract-ticket.ts';

const TEST_ID = 'contract-submit';

export interface ContractTicketFormProps {
  instrument: Instrument;
  ticket: ContractTicket;
  /** The book, beside the fields. */
  beside?: ReactNode;
}

export function ContractTicketForm({ instrument, ticket, beside }: ContractTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit, validation, terms } = ticket;
  const { info } = instrument;
  const fund = useFundStep('contract', USDT_ID);
  const figures = useContractFigures(instrument, ticket);
  const rows = useContractRows(instrument, ticket, figures);
  return (
    <TicketForm
      onSubmit={ticket.submit}
      beside={beside}
      submit={
        <TicketSubmit
          ticket={ticket}
          side={draft.direction === 'long' ? 'buy' : 'sell'}
          text={submitText(instrument, ticket, t)}
          title={`${t(`contracts.${draft.direction}`)} ${info.pair}`}
          rows={rows}
          back={`/pages/tabbar/contracts?coinInfoId=${info.id}`}
          fund={fund}
          testId={TEST_ID}
        />
      }
    >
      <Segmented
        tone="side"
        label={t('contracts.direction')}
        value={draft.direction}
        onChange={(direction) => edit({ direction })}
        choices={DIRECTIONS.map((key) => ({ key, label: t(`contracts.${key}`) }))}
      />
      <TicketPrice
        instrument={instrument}
        ticket={ticket}
        error={fieldObjection(ticket.validation, 'price')}
        reference={() => ticket.context().markTicks || ticket.context().lastTicks}
        name="contract"
      />
      <SizeField instrument={instrument} ticket={ticket} />
      <TicketFigures figures={[{ key: 'available', label: t('contracts.available'), text: figures.available }]} />
      <Shares
        percent={percentOf(instrument, terms, draft, ticket.context())}
        chosen={draft.percent}
        disabled={validation.kind === 'logIn' || validation.kind === 'closed' || fund !== null}
        onShare={(percent) => edit({ percent })}
      />
      <TriggerFields instrument={instrument} ticket={ticket} />
      <TicketFigures
        figures={rows.filter(({ key }) => key === 'cost' || key === 'liq')}
        receipt={rows}
        note={
          info.settleRate === undefined
            ? undefined
            : t('contracts.settles', { coin: quoteSymbol(info), rate: info.settleRate })
        }
      />
    </TicketForm>
  );
}

function SizeField({ instrument, ticket }: ContractTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit, terms } = ticket;
  const names = { base: baseSymbol(instrument.info), value: 'USDT', margin: t('ticket.inMargin') };
  return (
    <StackedField
      label={t(draft.unit === 'base' ? 'trade.amount' : draft.unit === 'value' ? 'trade.value' : 'contracts.margin')}
      value={typedSize(draft)}
      onValue={(text) => edit({ [draft.unit === 'base' ? 'amount' : 'size']: text, percent: null })}
      decimals={draft.unit === 'base' ? instrument.amount.decimals : 2}
      suffix={
        <UnitSelect
          value={draft.unit}
          choices={SIZE_UNITS.map((key) => ({ key, label: names[key] }))}
          onChange={(unit) =>
            edit({
              unit,
              amount: draft.amount,
              size: sizeOf(instrument, terms, { ...draft, unit }, ticket.context()),
            })
          }
        />
      }
      error={fieldObjection(ticket.validation, 'amount')}
      errorId={objectionId(TEST_ID)}
      testId="contract-amount"
    />
  );
}

function TriggerFields({ instrument, ticket }: ContractTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  return (
    <div className={`${styles.pair} ${styles.wide}`} role="group" aria-label={t('contracts.triggers')}>
      {(['profit', 'loss'] as const).map((field) => (
        <StackedField
          key={field}
          label={t(field === 'profit' ? 'ticket.tp' : 'ticket.sl')}
          value={draft[field]}
          onValue={(text) => edit({ [field]: text })}
          decimals={instrument.price.decimals}
          error={fieldObjection(ticket.validation, field)}
          errorId={objectionId(TEST_ID)}
          testId={`contract-${field}`}
        />
      ))}
    </div>
  );
}

/** What the order does, or what is missing. */
function submitText(instrument: Instrument, { validation, draft }: ContractTicket, t: Translate): string {
  if (validation.kind === 'missing')
    return t(validation.field === 'price' ? 'trade.missingPrice' : 'trade.missingAmount');
  return t(draft.direction === 'long' ? 'contracts.openLongOf' : 'contracts.openShortOf', {
    amount: separate(draft.amount),
    coin: baseSymbol(instrument.info),
  });
}
