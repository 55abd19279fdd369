// What the tickets of spot and contracts share: the price by type, what a market order would trade at, the button that
// says what it will do, and the question before it is done.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { OrderType, Side } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, printScaled } from '../../../core/units/units.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { stored } from '../../stores/device/storage.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { type Direction, LiveText } from '../../ui/live-text.tsx';
import styles from './trading-layout.module.css';
import { type Fill, slipOf, slipsBeyond } from './market-fill.ts';
import { type OrderWarning, ownMost } from './order-warnings.ts';
import { MarketPrice, slippageText } from './slippage.tsx';
import { PriceField } from './ticket-fields.tsx';
import { stepPrice } from './ticket-text.ts';
import type { OrderSubmission } from '../../hooks/use-order-submission.ts';

export interface TicketPriceProps {
  instrument: Instrument;
  orderType: OrderType;
  price: string;
  onPrice: (price: string) => void;
  /** A hand came to the field. */
  onTake: () => void;
  error: string | undefined;
  /** Where the steppers start when no price is typed. */
  reference: () => PriceTicks;
  testId: string;
}

export function TicketPrice({
  instrument,
  orderType,
  price,
  onPrice,
  onTake,
  error,
  reference,
  testId,
}: TicketPriceProps) {
  const { t } = useTranslation();
  if (orderType === 'market') return <MarketPrice />;
  return (
    <PriceField
      label={t('trade.price')}
      value={price}
      onValue={onPrice}
      onFocus={onTake}
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
  /** The market's price that slippage is counted from; follows nothing. */
  reference: () => PriceTicks;
}

/** Average price and slippage of a market order, as the book stands. */
export function FillRows({ instrument, side, fill, reference }: FillRowsProps) {
  const { t } = useTranslation();
  const { decimals } = instrument.price;
  const texts = useMemo(
    () => ({
      average: computed(() =>
        fill.value ? separate(printScaled(fill.value.averageE8 / 10n ** BigInt(8 - decimals), decimals)) : UNKNOWN,
      ),
      slip: computed(() => (fill.value ? slipText(side, fill.value, reference(), t) : UNKNOWN)),
      tone: computed<Direction>(() => (fill.value && slipsBeyond(side, fill.value, reference()) ? -1 : 0)),
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
  if (!fill.whole) return t('trade.beyondBook');
  return marketTicks > 0 ? `${(slipOf(side, fill, marketTicks) * 100).toFixed(2)}%` : UNKNOWN;
}

export interface TicketButtonProps {
  side: Side;
  /** What the button does, or why it does not. */
  does: string;
  ready: boolean;
  busy: boolean;
  /** What the rules say against the order as a whole. */
  objection: string | undefined;
  /** A way out of the objection. */
  way?: ReactNode;
  /** Where a visitor comes back to after login; null for somebody who is logged in. */
  back: string | null;
  testId: string;
}

export function TicketButton({ side, does, ready, busy, objection, way, back, testId }: TicketButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (back !== null)
    return (
      <Button kind="primary" wide onClick={() => void navigate({ to: '/pages/common/login', search: { back } })}>
        {t('trade.logIn')}
      </Button>
    );
  return (
    <>
      {objection !== undefined && (
        <p className={styles.objection} id={`${testId}-objection`}>
          {objection}
        </p>
      )}
      {objection !== undefined && way}
      <Button
        kind={side === 'buy' ? 'up' : 'down'}
        wide
        type="submit"
        busy={busy}
        disabled={!ready}
        aria-describedby={objection === undefined ? undefined : `${testId}-objection`}
        data-testid={testId}
      >
        <span className={styles.does}>{does}</span>
      </Button>
    </>
  );
}

export interface OrderQuestionProps {
  sending: OrderSubmission;
  title: string;
  text: string;
}

/** The order once more, and everything about it that is unusual. */
export function OrderQuestion({ sending: { phase, warnings, confirm, withdraw }, title, text }: OrderQuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmSheet
      open={phase === 'asking'}
      title={title}
      text={text}
      confirmLabel={t('app.confirm')}
      cancelLabel={t('app.cancel')}
      closeLabel={t('app.close')}
      onConfirm={confirm}
      onCancel={withdraw}
    >
      {warnings.length > 0 && (
        <ul className={styles.worries}>
          {warnings.map((warning) => (
            <li key={warning}>{warningText(warning, t)}</li>
          ))}
        </ul>
      )}
    </ConfirmSheet>
  );
}

function warningText(warning: OrderWarning, t: Translate): string {
  if (warning === 'size') return t('trade.worry.size', { most: separate(ownMost(Date.now())) });
  if (warning === 'slip') return t('trade.worry.slip', { limit: slippageText(stored('fxproSlippage').peek(), t) });
  return t(`trade.worry.${warning}`);
}
