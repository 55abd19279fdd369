// The contract order form: direction, type, price, amount, take-profit, stop-loss, cost and submit.
import { useNavigate } from '@tanstack/react-router';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { DIRECTIONS } from '../../../core/risk/margin.ts';
import { printScaled } from '../../../core/units/units.ts';
import { closedText } from '../../components/market/closed-market.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { OrderConfirmation, TicketButton, TicketPrice } from '../../components/ticket/order-ticket.tsx';
import { baseSymbol } from '../../components/market/pair-symbols.ts';
import { refusalText } from '../../components/common/refusal-text.ts';
import { Shares } from '../../components/ticket/ticket-fields.tsx';
import { useFundStep } from '../../components/ticket/fund-button.tsx';
import { isSubmitting } from '../../hooks/use-order-submission.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { type ContractTicketField, preview, shareText } from './contract-ticket.ts';
import own from './contracts.module.css';
import { ContractTicketFigures } from './contract-ticket-figures.tsx';
import type { ContractTicket } from './use-contract-ticket.ts';

export interface ContractTicketFormProps {
  instrument: Instrument;
  ticket: ContractTicket;
}

export function ContractTicketForm({ instrument, ticket }: ContractTicketFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { draft, edit, validation, terms, sending } = ticket;
  const fund = useFundStep('contract', USDT_ID);
  return (
    <form
      className={styles.ticket}
      onSubmit={(event) => {
        event.preventDefault();
        ticket.submit();
      }}
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
        orderType={draft.orderType}
        onOrderType={(orderType) => edit({ orderType })}
        price={draft.price}
        onPrice={(price) => edit({ price })}
        onFocus={ticket.markPriceEdited}
        error={fieldObjection(ticket, 'price')}
        reference={() => ticket.context().markTicks || ticket.context().lastTicks}
        testId="contract-price"
      />
      <NumberField
        label={t('trade.amount')}
        value={draft.amount}
        onValue={(amount) => edit({ amount })}
        decimals={instrument.amount.decimals}
        suffix={baseSymbol(instrument.info)}
        error={fieldObjection(ticket, 'amount')}
        testId="contract-amount"
      />
      <Shares
        disabled={validation.kind === 'logIn' || validation.kind === 'closed'}
        onShare={(percent) => edit({ amount: shareText(instrument, terms, draft, percent, ticket.context()) })}
      />
      <TriggerFields instrument={instrument} ticket={ticket} />
      <ContractTicketFigures instrument={instrument} ticket={ticket} />
      <TicketButton
        side={draft.direction === 'long' ? 'buy' : 'sell'}
        label={buttonText(instrument, ticket, t)}
        ready={validation.kind === 'ready' && ticket.connected}
        busy={isSubmitting(sending)}
        objection={fieldObjection(ticket, null)}
        remedy={
          <Button small wide onClick={() => void navigate({ to: '/pages/wallet/transfer' })}>
            {t('contracts.transfer')}
          </Button>
        }
        back={validation.kind === 'logIn' ? `/pages/tabbar/contracts?coinInfoId=${instrument.info.id}` : null}
        fund={fund}
        testId="contract-submit"
      />
      <OrderConfirmation
        submission={sending}
        title={buttonText(instrument, ticket, t)}
        text={confirmationText(instrument, ticket, t)}
      />
    </form>
  );
}

function fieldObjection(ticket: ContractTicket, field: ContractTicketField | null): string | undefined {
  const { validation } = ticket;
  return validation.kind === 'refused' && validation.field === field ? refusalText(validation.refusal) : undefined;
}

function TriggerFields({ instrument, ticket }: ContractTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  const { decimals } = instrument.price;
  return (
    <>
      <p className={own.switchRow}>
        <span>{t('contracts.triggers')}</span>
        <Switch label={t('contracts.triggers')} on={draft.triggers} onChange={(triggers) => edit({ triggers })} />
      </p>
      {draft.triggers && (
        <>
          <NumberField
            label={t('contracts.profitPrice')}
            value={draft.profit}
            onValue={(profit) => edit({ profit })}
            decimals={decimals}
            error={fieldObjection(ticket, 'profit')}
            testId="contract-profit"
          />
          <NumberField
            label={t('contracts.lossPrice')}
            value={draft.loss}
            onValue={(loss) => edit({ loss })}
            decimals={decimals}
            error={fieldObjection(ticket, 'loss')}
            testId="contract-loss"
          />
        </>
      )}
    </>
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
    amount: draft.amount,
    coin: baseSymbol(instrument.info),
  });
}

/** The order's cost, for the confirmation. */
function confirmationText(instrument: Instrument, { draft, terms, context }: ContractTicket, t: Translate): string {
  const figures = preview(instrument, terms, draft, context().lastTicks);
  return t('contracts.confirmText', {
    pair: instrument.info.pair,
    multiple: draft.leverage,
    price: draft.orderType === 'market' ? t('trade.market') : draft.price,
    margin: figures ? separate(printScaled(figures.cost.marginUnits / 1_000_000n, 2)) : UNKNOWN,
    coin: 'USDT',
  });
}
