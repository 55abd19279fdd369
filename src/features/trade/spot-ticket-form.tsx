// The ticket on screen: side, type, price, size, shares, what it costs, and the button that says what it will do.
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { ORDER_TYPES, SIDES } from '../../../core/orders/spot-order.ts';
import { closedText } from '../../components/market/closed-market.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { printScaled } from '../../../core/units/units.ts';
import { OrderQuestion, TicketButton, TicketPrice } from '../../components/ticket/order-ticket.tsx';
import { isSubmitting } from '../../hooks/use-order-submission.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { refusalText } from '../../components/common/refusal-text.ts';
import { Shares } from '../../components/ticket/ticket-fields.tsx';
import { type Draft, type Field, estimate, shareText, sizeField } from './spot-ticket.ts';
import { TicketFigures } from './spot-ticket-figures.tsx';
import styles from '../../components/ticket/trading-layout.module.css';
import { type Ticket, keepSide } from './use-spot-ticket.ts';

export interface TicketFormProps {
  instrument: Instrument;
  ticket: Ticket;
}

export function TicketForm({ instrument, ticket }: TicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit, validation, sending } = ticket;
  const side = (key: Draft['side']): void => {
    keepSide(key);
    edit({ side: key });
  };
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
        label={t('trade.side')}
        value={draft.side}
        onChange={side}
        choices={SIDES.map((key) => ({ key, label: t(`trade.${key}`) }))}
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
        reference={() => ticket.context().referenceTicks}
        testId="ticket-price"
      />
      <SizeField instrument={instrument} ticket={ticket} />
      <Shares
        disabled={validation.kind === 'logIn' || validation.kind === 'closed'}
        onShare={(percent) => edit({ [sizeField(draft)]: shareText(instrument, draft, percent, ticket.context()) })}
      />
      <TicketFigures instrument={instrument} ticket={ticket} />
      <TicketButton
        side={draft.side}
        does={buttonText(instrument, ticket, t)}
        ready={validation.kind === 'ready' && ticket.connected}
        busy={isSubmitting(sending)}
        objection={objection(ticket, null)}
        back={
          validation.kind === 'logIn' ? `/pages/tabbar/trade?coinInfoId=${instrument.info.id}&side=${draft.side}` : null
        }
        testId="ticket-submit"
      />
      <OrderQuestion
        sending={sending}
        title={buttonText(instrument, ticket, t)}
        text={questionText(instrument, ticket, t)}
      />
    </form>
  );
}

function objection(ticket: Ticket, field: Field | null): string | undefined {
  const { validation } = ticket;
  return validation.kind === 'refused' && validation.field === field ? refusalText(validation.refusal) : undefined;
}

function SizeField({ instrument, ticket }: TicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  const field = sizeField(draft);
  return (
    <NumberField
      key={field}
      label={t(`trade.${field}`)}
      value={draft[field]}
      onValue={(text) => edit({ [field]: text })}
      decimals={field === 'total' ? 2 : instrument.amount.decimals}
      suffix={field === 'total' ? quoteSymbol(instrument.info) : baseSymbol(instrument.info)}
      error={objection(ticket, field)}
      testId={`ticket-${field}`}
    />
  );
}

/** What the button does, or why it does not. */
function buttonText(instrument: Instrument, ticket: Ticket, t: Translate): string {
  const {
    validation,
    draft,
    sending: { phase },
  } = ticket;
  const coin = baseSymbol(instrument.info);
  if (validation.kind === 'closed') return closedText(validation.closed, t);
  if (phase === 'checking') return t('trade.checking');
  if (phase === 'sending') return t('trade.sending');
  if (!ticket.connected) return t('trade.offline');
  if (validation.kind === 'missing')
    return t(
      ({ price: 'trade.missingPrice', amount: 'trade.missingAmount', total: 'trade.missingTotal' } as const)[
        validation.field
      ],
    );
  if (sizeField(draft) === 'total')
    return t('trade.buyFor', { coin, amount: draft.total, quote: quoteSymbol(instrument.info) });
  return t(draft.side === 'buy' ? 'trade.buyOf' : 'trade.sellOf', { amount: draft.amount, coin });
}

/** What the order costs, for the question before it is sent. */
function questionText(instrument: Instrument, { draft, context }: Ticket, t: Translate): string {
  const figures = estimate(instrument, draft, context().referenceTicks);
  return t('trade.confirmText', {
    pair: instrument.info.pair,
    price: draft.orderType === 'market' ? t('trade.market') : draft.price,
    value: figures ? separate(printScaled(figures.valueUnits / 1_000_000n, 2)) : UNKNOWN,
    coin: quoteSymbol(instrument.info),
  });
}
