// Parts shared by the spot and contract tickets: order type, price field, estimated fill, submit button.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Reject } from '../../../core/errors/errors.ts';
import { ORDER_TYPES, type OrderType, type Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { isSubmitting, type OrderSubmission } from '../../hooks/use-order-submission.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import type { OrderRow } from '../order-review/order-rows.tsx';
import { LazyOrderConfirmation } from '../order-review/lazy-confirmation.tsx';
import { lazySheet } from '../common/lazy-component.tsx';
import { refusalText } from '../common/refusal-text.ts';
import { type MarketClosure, closedText } from '../market/closed-market.ts';
import styles from './trading-layout.module.css';
import { FundButton, type FundStep } from './fund-button.tsx';
import { MarketPrice, PriceField } from './ticket-fields.tsx';
import { stepPrice } from './ticket-text.ts';

/** Loaded when it is first opened. */
const Receipt = lazySheet(
  () => import('../order-review/receipt-sheet.tsx'),
  ({ ReceiptSheet }) => ReceiptSheet,
);

interface OrderTypeChoiceProps {
  value: OrderType;
  onChange: (type: OrderType) => void;
  onStop: (() => void) | undefined;
}

/** Choice between a limit and a market order, and the way to a stop order where there is one. */
function OrderTypeChoice({ value, onChange, onStop }: OrderTypeChoiceProps) {
  const { t } = useTranslation();
  const types = onStop ? ([...ORDER_TYPES, 'stop'] as const) : ORDER_TYPES;
  const choices = types.map((key) => ({ key, label: t(`trade.${key}`) }));
  return (
    <Segmented<OrderType | 'stop'>
      label={t('trade.type')}
      value={value}
      onChange={(key) => (key === 'stop' ? onStop?.() : onChange(key))}
      choices={choices}
    />
  );
}

export interface TicketPriceProps {
  instrument: Instrument;
  ticket: {
    draft: { orderType: OrderType; price: string };
    edit: (change: { orderType: OrderType } | { price: string }) => void;
    markPriceEdited: () => void;
  };
  error: string | undefined;
  /** Base of the steppers while no price is typed. */
  reference: () => PriceTicks;
  /** Opens the sheet of a stop order; absent where there is none. */
  onStop?: () => void;
  /** `NAME` of the ticket: its button is `NAME-submit`, its price `NAME-price`. */
  name: string;
}

/** Order type, and the price of a limit order. */
export function TicketPrice(props: TicketPriceProps) {
  const { draft, edit } = props.ticket;
  return (
    <>
      <OrderTypeChoice value={draft.orderType} onChange={(orderType) => edit({ orderType })} onStop={props.onStop} />
      {draft.orderType === 'market' ? <MarketPrice /> : <LimitPrice {...props} />}
    </>
  );
}

function LimitPrice({ instrument, ticket, error, reference, name }: TicketPriceProps) {
  const { t } = useTranslation();
  const { draft, edit, markPriceEdited } = ticket;
  return (
    <PriceField
      label={t('trade.price')}
      value={draft.price}
      onValue={(price) => edit({ price })}
      onFocus={markPriceEdited}
      decimals={instrument.price.decimals}
      error={error}
      errorId={objectionId(`${name}-submit`)}
      onStep={(steps) => edit({ price: stepPrice(instrument, draft.price, steps, reference()) })}
      testId={`${name}-price`}
    />
  );
}

export interface TicketFormProps {
  onSubmit: () => void;
  /** The book; without it the fields have the whole width. */
  beside?: ReactNode;
  /** The button, and the sheets of the ticket. */
  submit: ReactNode;
  children: ReactNode;
}

/** Fields, what is beside them, and the button, which stays on the screen while the fields scroll. */
export function TicketForm({ onSubmit, beside, submit, children }: TicketFormProps) {
  return (
    <form
      className={styles.ticket}
      onSubmit={(event) => {
        // React passes the event of a form within a sheet of the ticket up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={styles.columns} data-alone={beside === undefined ? '' : undefined}>
        <div className={styles.fields}>
          <div className={styles.grid}>{children}</div>
        </div>
        {beside}
      </div>
      <div className={styles.submit}>{submit}</div>
    </form>
  );
}

export interface TicketFiguresProps {
  figures: readonly OrderRow[];
  /** All rows of the order, shown on demand. */
  receipt?: readonly OrderRow[];
  /** Below the rows of the receipt. */
  note?: string | undefined;
}

/** Figures of the order being typed, a line each; the first one leads to all of them. */
export function TicketFigures({ figures, receipt, note }: TicketFiguresProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.wide}>
      <dl className={styles.figures}>
        {figures.map(({ key, label, text }, at) => (
          <div key={key}>
            <dt>
              {label}
              {receipt && at === 0 && (
                <button
                  type="button"
                  className={styles.receipt}
                  aria-label={t('ticket.receipt')}
                  aria-haspopup="dialog"
                  onClick={() => setOpen(true)}
                  data-testid="receipt"
                >
                  <Icon name="paper" size={14} />
                </button>
              )}
            </dt>
            <dd data-testid={`figure-${key}`}>{typeof text === 'string' ? text : <LiveText text={text} />}</dd>
          </div>
        ))}
      </dl>
      {receipt && <Receipt open={open} onClose={() => setOpen(false)} rows={receipt} note={note} />}
    </div>
  );
}

/** What the button of a ticket needs to know about it. */
interface SubmittedTicket {
  validation:
    | { kind: 'ready' | 'logIn' | 'missing' }
    | { kind: 'refused'; refusal: Reject }
    | { kind: 'closed'; closed: MarketClosure };
  sending: OrderSubmission;
  connected: boolean;
}

export interface TicketSubmitProps {
  ticket: SubmittedTicket;
  side: Side;
  /** What the button does, or what is missing. */
  text: string;
  /** Of the confirmation. */
  title: string;
  rows: readonly OrderRow[];
  /** Path to return to after login. */
  back: string;
  /** The account is empty: the button leads to money instead. */
  fund: FundStep | null;
  testId: string;
}

/** The button of a ticket, and the confirmation that it may open. */
export function TicketSubmit({ ticket, side, text, title, rows, back, fund, testId }: TicketSubmitProps) {
  const { t } = useTranslation();
  const label = waitingText(ticket, t) ?? text;
  return (
    <>
      <TicketButton ticket={ticket} side={side} label={label} back={back} fund={fund} testId={testId} />
      <LazyOrderConfirmation
        submission={ticket.sending}
        title={title}
        rows={rows}
        side={side}
        label={label}
        blocked={ticket.validation.kind !== 'ready'}
      />
    </>
  );
}

/** Why the order cannot be sent now, whatever is typed; null: it can. */
function waitingText({ validation, sending: { phase }, connected }: SubmittedTicket, t: Translate): string | null {
  if (validation.kind === 'closed') return closedText(validation.closed, t);
  if (phase === 'checking') return t('trade.checking');
  if (phase === 'sending') return t('trade.sending');
  return connected ? null : t('trade.offline');
}

/** Id of the element with the reason why the order of a ticket is refused. */
export const objectionId = (testId: string): string => `${testId}-objection`;

interface TicketButtonProps extends Pick<TicketSubmitProps, 'ticket' | 'side' | 'back' | 'fund' | 'testId'> {
  label: string;
}

/** Leads to a login or to money where these are missing. Shows why the rules refuse the order in place of its label. */
function TicketButton({ ticket, side, label, back, fund, testId }: TicketButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { validation, sending, connected } = ticket;
  if (validation.kind === 'logIn')
    return (
      <Button
        kind="primary"
        wide
        onClick={() => void navigate({ to: '/pages/common/login', search: { back } })}
        data-testid={testId}
      >
        {t('trade.logIn')}
      </Button>
    );
  if (fund !== null && validation.kind !== 'closed') return <FundButton step={fund} testId={testId} />;
  const objection = validation.kind === 'refused' ? refusalText(validation.refusal) : undefined;
  return (
    <Button
      kind={side === 'buy' ? 'up' : 'down'}
      wide
      type="submit"
      busy={isSubmitting(sending)}
      disabled={validation.kind !== 'ready' || !connected}
      data-refused={objection === undefined ? undefined : ''}
      data-testid={testId}
    >
      <span className={styles.does} id={objection === undefined ? undefined : objectionId(testId)}>
        <bdi key={objection ?? label}>{objection ?? label}</bdi>
      </span>
    </Button>
  );
}
