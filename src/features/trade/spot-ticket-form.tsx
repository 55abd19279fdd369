// The spot order form: side, type, price, size, shares of the balance, cost and submit.
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SIDES } from '../../../core/orders/spot-order.ts';
import { closedText } from '../../components/market/closed-market.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { printScaled } from '../../../core/units/units.ts';
import { OrderConfirmation, TicketButton, TicketPrice } from '../../components/ticket/order-ticket.tsx';
import { useFundStep } from '../../components/ticket/fund-button.tsx';
import { isSubmitting } from '../../hooks/use-order-submission.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { refusalText } from '../../components/common/refusal-text.ts';
import { Shares } from '../../components/ticket/ticket-fields.tsx';
import { type SpotTicketDraft, type SpotTicketField, estimate, shareText, sizeField } from './spot-ticket.ts';
import { SpotTicketFigures } from './spot-ticket-figures.tsx';
import styles from '../../components/ticket/trading-layout.module.css';
import { type SpotTicket, storeSide } from './use-spot-ticket.ts';

export interface SpotTicketFormProps {
  instrument: Instrument;
  ticket: SpotTicket;
}

export function SpotTicketForm({ instrument, ticket }: SpotTicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit, validation, sending } = ticket;
  const fund = useFundStep('spot', draft.side === 'buy' ? instrument.info.quoteCoinId : null);
  const side = (key: SpotTicketDraft['side']): void => {
    storeSide(key);
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
      <TicketPrice
        instrument={instrument}
        orderType={draft.orderType}
        onOrderType={(orderType) => edit({ orderType })}
        price={draft.price}
        onPrice={(price) => edit({ price })}
        onFocus={ticket.markPriceEdited}
        error={fieldObjection(ticket, 'price')}
        reference={() => ticket.context().referenceTicks}
        testId="ticket-price"
      />
      <SizeField instrument={instrument} ticket={ticket} />
      <Shares
        disabled={validation.kind === 'logIn' || validation.kind === 'closed'}
        onShare={(percent) => edit({ [sizeField(draft)]: shareText(instrument, draft, percent, ticket.context()) })}
      />
      <SpotTicketFigures instrument={instrument} ticket={ticket} />
      <TicketButton
        side={draft.side}
        label={buttonText(instrument, ticket, t)}
        ready={validation.kind === 'ready' && ticket.connected}
        busy={isSubmitting(sending)}
        objection={fieldObjection(ticket, null)}
        back={
          validation.kind === 'logIn' ? `/pages/tabbar/trade?coinInfoId=${instrument.info.id}&side=${draft.side}` : null
        }
        fund={fund}
        testId="ticket-submit"
      />
      <OrderConfirmation
        submission={sending}
        title={buttonText(instrument, ticket, t)}
        text={confirmationText(instrument, ticket, t)}
      />
    </form>
  );
}

function fieldObjection(ticket: SpotTicket, field: SpotTicketField | null): string | undefined {
  const { validation } = ticket;
  return validation.kind === 'refused' && validation.field === field ? refusalText(validation.refusal) : undefined;
}

function SizeField({ instrument, ticket }: SpotTicketFormProps) {
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
      error={fieldObjection(ticket, field)}
      testId={`ticket-${field}`}
    />
  );
}

/** Label of the submit button: what it does, or why it is disabled. */
function buttonText(instrument: Instrument, ticket: SpotTicket, t: Translate): string {
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

/** The order's cost, for the confirmation. */
function confirmationText(instrument: Instrument, { draft, context }: SpotTicket, t: Translate): string {
  const figures = estimate(instrument, draft, context().referenceTicks);
  return t('trade.confirmText', {
    pair: instrument.info.pair,
    price: draft.orderType === 'market' ? t('trade.market') : draft.price,
    value: figures ? separate(printScaled(figures.valueUnits / 1_000_000n, 2)) : UNKNOWN,
    coin: quoteSymbol(instrument.info),
  });
}
