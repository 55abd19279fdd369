// Parts shared by the spot and contract tickets: order type, price field, estimated fill, submit button,
// confirmation.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { ORDER_TYPES, type OrderType, type Side } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, printScaled } from '../../../core/units/units.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { stored } from '../../stores/device/storage.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { type Direction, LiveText } from '../../ui/live-text.tsx';
import styles from './trading-layout.module.css';
import { FundButton, type FundStep } from './fund-button.tsx';
import { type Fill, slippageOf, exceedsSlippage } from './market-fill.ts';
import { type OrderWarning, ownOrderLimit } from './order-warnings.ts';
import { MarketPrice, slippageText } from './slippage.tsx';
import { PriceField } from './ticket-fields.tsx';
import { stepPrice } from './ticket-text.ts';
import type { OrderSubmission } from '../../hooks/use-order-submission.ts';

/** Choice between a limit and a market order. */
function OrderTypeChoice({ value, onChange }: { value: OrderType; onChange: (type: OrderType) => void }) {
  const { t } = useTranslation();
  const choices = ORDER_TYPES.map((key) => ({ key, label: t(`trade.${key}`) }));
  return <Segmented label={t('trade.type')} value={value} onChange={onChange} choices={choices} />;
}

export interface TicketPriceProps {
  instrument: Instrument;
  orderType: OrderType;
  onOrderType: (orderType: OrderType) => void;
  price: string;
  onPrice: (price: string) => void;
  /** The price field got focus. */
  onFocus: () => void;
  error: string | undefined;
  /** Base of the steppers while no price is typed. */
  reference: () => PriceTicks;
  testId: string;
}

/** Order type, and the price of a limit order. */
export function TicketPrice({ orderType, onOrderType, ...price }: TicketPriceProps) {
  return (
    <>
      <OrderTypeChoice value={orderType} onChange={onOrderType} />
      {orderType === 'market' ? <MarketPrice /> : <LimitPrice {...price} />}
    </>
  );
}

type LimitPriceProps = Omit<TicketPriceProps, 'orderType' | 'onOrderType'>;

function LimitPrice({ instrument, price, onPrice, onFocus, error, reference, testId }: LimitPriceProps) {
  const { t } = useTranslation();
  return (
    <PriceField
      label={t('trade.price')}
      value={price}
      onValue={onPrice}
      onFocus={onFocus}
      decimals={instrument.price.decimals}
      error={error}
      onStep={(steps) => onPrice(stepPrice(instrument, price, steps, reference()))}
      testId={testId}
    />
  );
}

export interface FillRowsProps {
  instrument: Instrument;
  side: Side;
  fill: ReadonlySignal<Fill | null>;
  /** Market price from which slippage is measured; does not subscribe. */
  reference: () => PriceTicks;
}

/** Estimated average price and slippage of a market order. */
export function FillRows({ instrument, side, fill, reference }: FillRowsProps) {
  const { t } = useTranslation();
  const { decimals } = instrument.price;
  const texts = useMemo(
    () => ({
      average: computed(() =>
        fill.value ? separate(printScaled(fill.value.averageE8 / 10n ** BigInt(8 - decimals), decimals)) : UNKNOWN,
      ),
      slip: computed(() => (fill.value ? slipText(side, fill.value, reference(), t) : UNKNOWN)),
      tone: computed<Direction>(() => (fill.value && exceedsSlippage(side, fill.value, reference()) ? -1 : 0)),
    }),
    [fill, side, reference, decimals, t],
  );
  return (
    <>
      <div>
        <dt>{t('trade.estAverage')}</dt>
        <dd data-testid="est-average">
          <LiveText text={texts.average} />
        </dd>
      </div>
      <div>
        <dt>{t('trade.estSlip')}</dt>
        <dd data-testid="est-slip">
          <LiveText text={texts.slip} tone={texts.tone} />
        </dd>
      </div>
    </>
  );
}

function slipText(side: Side, fill: Fill, marketTicks: PriceTicks, t: Translate): string {
  if (!fill.complete) return t('trade.beyondBook');
  return marketTicks > 0 ? `${(slippageOf(side, fill, marketTicks) * 100).toFixed(2)}%` : UNKNOWN;
}

export interface TicketButtonProps {
  side: Side;
  /** Label: what the button does, or why it is disabled. */
  label: string;
  ready: boolean;
  busy: boolean;
  /** Why the rules refuse the order as a whole. */
  objection: string | undefined;
  /** Action that resolves the objection. */
  remedy?: ReactNode;
  /** Path to return to after login; null for a logged-in user. */
  back: string | null;
  /** The account is empty: the button leads to money instead. */
  fund: FundStep | null;
  testId: string;
}

export function TicketButton({ side, label, ready, busy, objection, remedy, back, fund, testId }: TicketButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (back !== null)
    return (
      <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/common/login', search: { back } })}>
        {t('trade.logIn')}
      </Button>
    );
  if (fund !== null) return <FundButton step={fund} testId={testId} />;
  return (
    <>
      {objection !== undefined && (
        <p className={styles.objection} id={`${testId}-objection`}>
          {objection}
        </p>
      )}
      {objection !== undefined && remedy}
      <Button
        kind={side === 'buy' ? 'up' : 'down'}
        wide
        type="submit"
        busy={busy}
        disabled={!ready}
        aria-describedby={objection === undefined ? undefined : `${testId}-objection`}
        data-testid={testId}
      >
        <span className={styles.does}>{label}</span>
      </Button>
    </>
  );
}

export interface OrderConfirmationProps {
  submission: OrderSubmission;
  title: string;
  text: string;
}

/** Confirmation of an order, with its warnings. */
export function OrderConfirmation({
  submission: { phase, warnings, confirm, cancel },
  title,
  text,
}: OrderConfirmationProps) {
  const { t } = useTranslation();
  return (
    <ConfirmSheet
      open={phase === 'confirming'}
      title={title}
      text={text}
      confirmLabel={t('app.confirm')}
      cancelLabel={t('app.cancel')}
      closeLabel={t('app.close')}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>{warningText(warning, t)}</li>
          ))}
        </ul>
      )}
    </ConfirmSheet>
  );
}

function warningText(warning: OrderWarning, t: Translate): string {
  if (warning === 'size') return t('trade.worry.size', { most: separate(ownOrderLimit(Date.now())) });
  if (warning === 'slip') return t('trade.worry.slip', { limit: slippageText(stored('fxproSlippage').peek(), t) });
  return t(`trade.worry.${warning}`);
}
