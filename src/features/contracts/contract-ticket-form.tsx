// The contract order form: direction, type, price, size, take-profit, stop-loss, cost and submit.
import type { ReactNode } from 'react';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { DIRECTIONS } from '../../../core/risk/margin.ts';
import { closedText } from '../../components/market/closed-market.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { useFundStep } from '../../components/ticket/fund-button.tsx';
import { LazyOrderConfirmation } from '../../components/order-review/lazy-confirmation.tsx';
import {
  TicketButton,
  TicketFigures,
  TicketForm,
  TicketPrice,
  objectionId,
} from '../../components/ticket/order-ticket.tsx';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { fieldObjection, refusalText } from '../../components/common/refusal-text.ts';
import { Shares, StackedField, UnitSelect } from '../../components/ticket/ticket-fields.tsx';
import { isSubmitting } from '../../hooks/use-order-submission.ts';
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
  const { draft, edit, validation, terms, sending } = ticket;
  const { info } = instrument;
  const fund = useFundStep('contract', USDT_ID);
  const figures = useContractFigures(instrument, ticket);
  const rows = useContractRows(instrument, ticket, figures);
  const label = buttonText(instrument, ticket, t);
  const side = draft.direction === 'long' ? 'buy' : 'sell';
  return (
    <TicketForm
      onSubmit={ticket.submit}
      beside={beside}
      submit={
        <>
          <TicketButton
            side={side}
            label={label}
            ready={validation.kind === 'ready' && ticket.connected}
            busy={isSubmitting(sending)}
            objection={validation.kind === 'refused' ? refusalText(validation.refusal) : undefined}
            back={validation.kind === 'logIn' ? `/pages/tabbar/contracts?coinInfoId=${info.id}` : null}
            fund={validation.kind === 'closed' ? null : fund}
            testId={TEST_ID}
          />
          <LazyOrderConfirmation
            submission={sending}
            title={`${t(`contracts.${draft.direction}`)} ${info.pair}`}
            rows={rows}
            side={side}
            label={label}
          />
        </>
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

/** Label of the submit button: what it does, or why it is disabled. */
function buttonText(instrument: Instrument, ticket: ContractTicket, t: Translate): string {
  const {
    validation,
    draft,
    sending: { phase },
  } = ticket;
  if (validation.kind === 'closed') return closedText(validation.closed, t);
  if (phase === 'checking') return t('trade.checking');
  if (phase === 'sending') return t('trade.sending');
  if (!ticket.connected) return t('trade.offline');
  if (validation.kind === 'missing')
    return t(validation.field === 'price' ? 'trade.missingPrice' : 'trade.missingAmount');
  return t(draft.direction === 'long' ? 'contracts.openLongOf' : 'contracts.openShortOf', {
    amount: separate(draft.amount),
    coin: baseSymbol(instrument.info),
  });
}
