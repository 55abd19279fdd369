// The ticket on screen: side, type, price, size, shares, what it costs, and the button that says what it will do.
import { useNavigate } from '@tanstack/react-router';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import type { Instrument } from '../../../contract/instrument.ts';
import { ORDER_TYPES, SIDES } from '../../../contract/order.ts';
import { closedText } from '../../cells/closed-market.ts';
import { baseSymbol, quoteSymbol } from '../../cells/quote-symbol.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { refusalText } from '../../cells/refusal-text.ts';
import { stepPrice } from '../../cells/ticket-text.ts';
import { PriceField, Shares } from '../../cells/ticket-fields.tsx';
import { type Draft, type Field, shareText, sizeField } from './ticket.ts';
import { TicketFigures } from './ticket-figures.tsx';
import styles from '../../cells/desk.module.css';
import { type Ticket, keepSide } from './use-ticket.ts';

export interface TicketFormProps {
  instrument: Instrument;
  ticket: Ticket;
}

export function TicketForm({ instrument, ticket }: TicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  const side = (key: Draft['side']): void => {
    keepSide(key);
    edit({ side: key });
  };
  return (
    <form
      className={styles.ticket}
      onSubmit={(event) => {
        event.preventDefault();
        void ticket.submit();
      }}
    >
      <Segmented tone="side" label={t('trade.side')} value={draft.side} onChange={side} choices={SIDES.map((key) => ({ key, label: t(`trade.${key}`) }))} />
      <Segmented label={t('trade.type')} value={draft.orderType} onChange={(orderType) => edit({ orderType })} choices={ORDER_TYPES.map((key) => ({ key, label: t(`trade.${key}`) }))} />
      <LimitPrice instrument={instrument} ticket={ticket} />
      <SizeField instrument={instrument} ticket={ticket} />
      <Shares
        disabled={ticket.verdict.kind === 'logIn' || ticket.verdict.kind === 'closed'}
        onShare={(percent) => edit({ [sizeField(draft)]: shareText(instrument, draft, percent, ticket.around()) })}
      />
      <TicketFigures instrument={instrument} draft={draft} />
      <SubmitButton instrument={instrument} ticket={ticket} />
    </form>
  );
}

function objection(ticket: Ticket, field: Field | null): string | undefined {
  const { verdict } = ticket;
  return verdict.kind === 'refused' && verdict.field === field ? refusalText(verdict.refusal) : undefined;
}

function LimitPrice({ instrument, ticket }: TicketFormProps) {
  const { t } = useTranslation();
  const { draft, edit } = ticket;
  if (draft.orderType === 'market') return <p className={styles.marketPrice}>{t('trade.marketPrice')}</p>;
  return (
    <PriceField
      label={t('trade.price')}
      value={draft.price}
      onValue={(price) => edit({ price })}
      decimals={instrument.price.decimals}
      error={objection(ticket, 'price')}
      onStep={(steps) => edit({ price: stepPrice(instrument, draft.price, steps, ticket.around().referenceTicks) })}
      testId="ticket-price"
    />
  );
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

function SubmitButton({ instrument, ticket }: TicketFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { verdict, draft, phase, connected } = ticket;
  if (verdict.kind === 'logIn') {
    const back = `/pages/tabbar/trade?coinInfoId=${instrument.info.id}&side=${draft.side}`;
    return <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/common/login', search: { back } })}>{t('trade.logIn')}</Button>;
  }
  const whole = objection(ticket, null);
  return (
    <>
      {whole !== undefined && <p className={styles.objection} id="ticket-objection">{whole}</p>}
      <Button
        kind={draft.side === 'buy' ? 'up' : 'down'}
        wide
        type="submit"
        busy={phase !== 'idle'}
        disabled={verdict.kind !== 'ready' || !connected}
        aria-describedby={whole === undefined ? undefined : 'ticket-objection'}
        data-testid="ticket-submit"
      >
        <span className={styles.does}>{buttonText(instrument, ticket, t)}</span>
      </Button>
    </>
  );
}

/** What the button does, or why it does not. */
function buttonText(instrument: Instrument, ticket: Ticket, t: Translate): string {
  const { verdict, draft, phase } = ticket;
  const coin = baseSymbol(instrument.info);
  if (verdict.kind === 'closed') return closedText(verdict.closed, t);
  if (phase === 'checking') return t('trade.checking');
  if (phase === 'sending') return t('trade.sending');
  if (!ticket.connected) return t('trade.offline');
  if (verdict.kind === 'missing') return t(({ price: 'trade.missingPrice', amount: 'trade.missingAmount', total: 'trade.missingTotal' } as const)[verdict.field]);
  if (sizeField(draft) === 'total') return t('trade.buyFor', { coin, amount: draft.total, quote: quoteSymbol(instrument.info) });
  return t(draft.side === 'buy' ? 'trade.buyOf' : 'trade.sellOf', { amount: draft.amount, coin });
}
