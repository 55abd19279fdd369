// The contract ticket on screen: direction, type, price, amount, take-profit and stop-loss, what it costs, and the
// button that says what it will do.
import { useNavigate } from '@tanstack/react-router';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { DIRECTIONS } from '../../../core/risk/margin.ts';
import { ORDER_TYPES } from '../../../core/orders/spot-order.ts';
import { printScaled } from '../../../core/units/units.ts';
import { closedText } from '../../components/market/closed-market.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { OrderQuestion, TicketButton, TicketPrice } from '../../components/ticket/order-ticket.tsx';
import { baseSymbol } from '../../components/market/pair-symbols.ts';
import { refusalText } from '../../components/common/refusal-text.ts';
import { Shares } from '../../components/ticket/ticket-fields.tsx';
import { isSubmitting } from '../../hooks/use-order-submission.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { type Field, preview, shareText } from './contract-ticket.ts';
import own from './contracts.module.css';
import { ContractFigures } from './contract-ticket-figures.tsx';
import type { ContractTicket } from './use-contract-ticket.ts';

export interface ContractFormProps {
  instrument: Instrument;
  ticket: ContractTicket;
}

export function ContractForm({ instrument, ticket }: ContractFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { draft, edit, validation, terms, sending } = ticket;
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
      <Segmented
        label={t('trade.type')}
        value={draft.orderType}
        onChange={(orderType) => edit({ orderType })}
        choices={ORDER_TYPES.map((key) => ({ key, label: t(`trade.${key}`) }))}
      />
      <TicketPrice
        instrument={instrument}
        orderType={draft.orderType}
        price={draft.price}
        onPrice={(price) => edit({ price })}
        onTake={ticket.takePrice}
        error={objection(ticket, 'price')}
        reference={() => ticket.context().markTicks || ticket.context().lastTicks}
        testId="contract-price"
      />
      <NumberField
        label={t('trade.amount')}
        value={draft.amount}
        onValue={(amount) => edit({ amount })}
        decimals={instrument.amount.decimals}
        suffix={baseSymbol(instrument.info)}
        error={objection(ticket, 'amount')}
        testId="contract-amount"
      />
      <Shares
        disabled={validation.kind === 'logIn' || validation.kind === 'closed'}
        onShare={(percent) => edit({ amount: shareText(instrument, terms, draft, percent, ticket.context()) })}
      />
      <Triggers instrument={instrument} ticket={ticket} />
      <ContractFigures instrument={instrument} ticket={ticket} />
      <TicketButton
        side={draft.direction === 'long' ? 'buy' : 'sell'}
        does={buttonText(instrument, ticket, t)}
        ready={validation.kind === 'ready' && ticket.connected}
        busy={isSubmitting(sending)}
        objection={objection(ticket, null)}
        way={
          <Button small wide onClick={() => void navigate({ to: '/pages/wallet/transfer' })}>
            {t('contracts.transfer')}
          </Button>
        }
        back={validation.kind === 'logIn' ? `/pages/tabbar/contracts?coinInfoId=${instrument.info.id}` : null}
        testId="contract-submit"
      />
      <OrderQuestion
        sending={sending}
        title={buttonText(instrument, ticket, t)}
        text={questionText(instrument, ticket, t)}
      />
    </form>
  );
}

function objection(ticket: ContractTicket, field: Field | null): string | undefined {
  const { validation } = ticket;
  return validation.kind === 'refused' && validation.field === field ? refusalText(validation.refusal) : undefined;
}

function Triggers({ instrument, ticket }: ContractFormProps) {
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
            error={objection(ticket, 'profit')}
            testId="contract-profit"
          />
          <NumberField
            label={t('contracts.lossPrice')}
            value={draft.loss}
            onValue={(loss) => edit({ loss })}
            decimals={decimals}
            error={objection(ticket, 'loss')}
            testId="contract-loss"
          />
        </>
      )}
    </>
  );
}

/** What the button does, or why it does not. */
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

/** What the order costs, for the question before it is sent. */
function questionText(instrument: Instrument, { draft, terms, context }: ContractTicket, t: Translate): string {
  const figures = preview(instrument, terms, draft, context().lastTicks);
  return t('contracts.confirmText', {
    pair: instrument.info.pair,
    multiple: draft.multiple,
    price: draft.orderType === 'market' ? t('trade.market') : draft.price,
    margin: figures ? separate(printScaled(figures.cost.marginUnits / 1_000_000n, 2)) : UNKNOWN,
    coin: 'USDT',
  });
}
