// Parts shared by the spot and contract tickets: order type, price field, estimated fill, submit button.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { ORDER_TYPES, type OrderType, type Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import type { OrderRow } from '../order-review/order-rows.tsx';
import { lazySheet } from '../common/lazy-component.tsx';
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

export interface TicketButtonProps {
  side: Side;
  /** Label: what the button does, or why it is disabled. */
  label: string;
  ready: boolean;
  busy: boolean;
  /** Why the rules refuse the order; it is shown in place of the label. */
  objection: string | undefined;
  /** Path to return to after login; null for a logged-in user. */
  back: string | null;
  /** The account is empty: the button leads to money instead. */
  fund: FundStep | null;
  testId: string;
}

/** Id of the element with the reason why the order of a ticket is refused. */
export const objectionId = (testId: string): string => `${testId}-objection`;

export function TicketButton({ side, label, ready, busy, objection, back, fund, testId }: TicketButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (back !== null)
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
  if (fund !== null) return <FundButton step={fund} testId={testId} />;
  return (
    <Button
      kind={side === 'buy' ? 'up' : 'down'}
      wide
      type="submit"
      busy={busy}
      disabled={!ready}
      data-refused={objection === undefined ? undefined : ''}
      data-testid={testId}
    >
      <span className={styles.does} id={objection === undefined ? undefined : objectionId(testId)}>
        <bdi key={objection ?? label}>{objection ?? label}</bdi>
      </span>
    </Button>
  );
}
