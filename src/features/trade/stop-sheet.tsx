// The sheet of a stop order (M17), or of a limit order with a stop on the other side (M18).
// A stop order has the price that it waits for, and the limit or market order that it becomes.
import { useRef, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CODE, type Reject } from '../../../core/errors/errors.ts';
import { SIDES, type Side, checkBalance, checkSide, isReject } from '../../../core/orders/spot-order.ts';
import { STOP_SLIP_PERCENT, type StopDraft, stopFreeze, stopIntent } from '../../../core/orders/stop-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import type { OrderForm } from '../../api/order-submission.ts';
import { refusalText } from '../../components/common/refusal-text.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { TicketFigures } from '../../components/ticket/order-ticket.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { isSubmitting, useOrderSubmission } from '../../hooks/use-order-submission.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { applyOrder } from '../../stores/account/spot-orders.ts';
import { connection } from '../../stores/market/connection.ts';
import { percentText, separate } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

/** What waits for the stop price. */
const KINDS = ['limit', 'market', 'oco'] as const;

export interface StopSheetProps {
  instrument: Instrument;
  /** Side that the sheet begins with. */
  side: Side;
  open: boolean;
  onClose: () => void;
}

/** The sheet sends, and not its form, which ends with each closing: an order that is under way is not sent again. */
export function StopSheet({ open, onClose, ...form }: StopSheetProps) {
  const { t } = useTranslation();
  const sent = useRef<OrderForm | null>(null);
  /** Whether the sheet has been open since the order was sent. */
  const isWatched = useRef(false);
  const sending = useOrderSubmission({
    name: `stop ${form.instrument.info.id}`,
    kind: 'spot',
    form: () => sent.current!,
    onAccepted: (order) => {
      applyOrder(order);
      showToast(t('ticket.placed'), 'success');
      if (isWatched.current) onClose();
    },
  });
  const close = (): void => {
    isWatched.current = false;
    onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={t('trade.stopTitle')} closeLabel={t('app.close')}>
      <StopForm
        {...form}
        isSending={isSubmitting(sending)}
        onSend={(order) => {
          sent.current = order;
          isWatched.current = true;
          sending.confirm();
        }}
      />
    </Sheet>
  );
}

interface StopFormProps extends Pick<StopSheetProps, 'instrument' | 'side'> {
  isSending: boolean;
  onSend: (order: OrderForm) => void;
}

/** What the form has, and the order that it describes. */
interface StopFormState {
  type: (typeof KINDS)[number];
  stopPrice: string;
  setStopPrice: (price: string) => void;
  /** The limit, or the price of the other order. */
  price: string;
  setPrice: (price: string) => void;
  size: string;
  setSize: (size: string) => void;
  /** Whether the size is a total in the quote coin. */
  byTotal: boolean;
  draft: StopDraft;
  complete: boolean;
  /** Of a complete draft. */
  refusal: Reject | null;
  chooseSide: (side: Side) => void;
  chooseType: (type: StopFormState['type']) => void;
}

function useStopDraft(instrument: Instrument, startSide: Side): StopFormState {
  const [side, setSide] = useState(startSide);
  const [type, setType] = useState<StopFormState['type']>('limit');
  const [stopPrice, setStopPrice] = useState('');
  const [price, setPrice] = useState('');
  const [size, setSize] = useState('');
  const lastTicks = useSignalValue(tickerOf(instrument.info.id).lastTicks);
  const byTotal = side === 'buy' && type === 'market';
  const draft: StopDraft = {
    side,
    ...(type === 'oco'
      ? { orderType: type, profitPrice: completeNumber(price), lossPrice: completeNumber(stopPrice) }
      : { orderType: `stop_${type}`, stopPrice: completeNumber(stopPrice) }),
    ...(type === 'limit' && { price: completeNumber(price) }),
    [byTotal ? 'total' : 'amount']: completeNumber(size),
  };
  const complete = stopPrice !== '' && size !== '' && (type === 'market' || price !== '');
  return {
    type,
    stopPrice,
    setStopPrice,
    price,
    setPrice,
    size,
    setSize,
    byTotal,
    draft,
    complete,
    refusal: complete ? refusalOf(instrument, draft, lastTicks) : null,
    chooseSide: (key) => {
      setSide(key);
      // A total in the quote coin is no amount of the base coin.
      if (type === 'market') setSize('');
    },
    chooseType: (key) => {
      setType(key);
      setSize('');
    },
  };
}

function StopForm({ instrument, side: startSide, isSending, onSend }: StopFormProps) {
  const { t } = useTranslation();
  const { info } = instrument;
  const form = useStopDraft(instrument, startSide);
  const { type, draft, complete, refusal } = form;
  const connected = useSignalValue(connection.state) === LINK.open;
  const isReady = complete && refusal === null && connected;
  return (
    <form
      className={styles.grid}
      onSubmit={(event) => {
        event.preventDefault();
        // The sheet is the confirmation: it shows all that is sent.
        if (isReady) onSend({ coinInfoId: info.id, ...draft });
      }}
    >
      <Segmented
        tone="side"
        label={t('trade.side')}
        value={draft.side}
        onChange={form.chooseSide}
        choices={SIDES.map((key) => ({ key, label: t(`trade.${key}`) }))}
      />
      <Segmented
        label={t('trade.type')}
        value={type}
        onChange={form.chooseType}
        choices={KINDS.map((key) => ({ key, label: t(`trade.${key}`) }))}
      />
      <StopFields instrument={instrument} form={form} />
      {type !== 'limit' && (
        <TicketFigures
          figures={[{ key: 'bound', label: t('trade.slippage'), text: percentText(STOP_SLIP_PERCENT / 100) }]}
        />
      )}
      <p className={styles.wide}>{t(type === 'oco' ? 'trade.ocoText' : 'trade.stopText')}</p>
      <Button
        kind={draft.side === 'buy' ? 'up' : 'down'}
        wide
        type="submit"
        busy={isSending}
        disabled={!isReady}
        data-testid="stop-submit"
      >
        {connected ? stopButtonText(instrument, form, t) : t('trade.offline')}
      </Button>
    </form>
  );
}

/** Why it cannot be sent, or what a press sends. */
function stopButtonText(
  { info }: Instrument,
  { refusal, complete, byTotal, size, draft: { side } }: StopFormState,
  t: Translate,
): string {
  if (refusal !== null) return refusalText(refusal);
  if (!complete) return t('trade.stopTitle');
  const amount = separate(size);
  const coin = baseSymbol(info);
  return byTotal
    ? t('trade.buyFor', { coin, amount, quote: quoteSymbol(info) })
    : t(side === 'buy' ? 'trade.buyOf' : 'trade.sellOf', { amount, coin });
}

/** The prices, and the amount or the total. */
function StopFields({ instrument, form }: { instrument: Instrument; form: StopFormState }) {
  const { t } = useTranslation();
  const { byTotal } = form;
  const [base, quote] = [baseSymbol(instrument.info), quoteSymbol(instrument.info)];
  return (
    <>
      <NumberField
        label={t('trade.stopPrice')}
        value={form.stopPrice}
        onValue={form.setStopPrice}
        decimals={instrument.price.decimals}
        suffix={quote}
        testId="stop-price"
      />
      {form.type !== 'market' && (
        <NumberField
          label={t('trade.price')}
          value={form.price}
          onValue={form.setPrice}
          decimals={instrument.price.decimals}
          suffix={quote}
          testId="stop-limit"
        />
      )}
      <NumberField
        key={byTotal ? 'total' : 'amount'}
        label={t(byTotal ? 'trade.total' : 'trade.amount')}
        value={form.size}
        onValue={form.setSize}
        decimals={byTotal ? 2 : instrument.amount.decimals}
        suffix={byTotal ? quote : base}
        testId="stop-size"
      />
    </>
  );
}

/** What the exchange will refuse; it compares with the index, which is near the last trade. */
function refusalOf(instrument: Instrument, draft: StopDraft, shownTicks: number): Reject | null {
  const lastTicks = Number.isSafeInteger(shownTicks) ? shownTicks : 0;
  const intent = stopIntent(instrument, draft, lastTicks);
  if (isReject(intent)) return intent;
  const { side, priceTicks, stopTicks, lossTicks } = intent;
  const refusal =
    lastTicks > 0
      ? (checkSide(CODE.lossSide, side === 'buy', stopTicks || lossTicks, lastTicks, instrument.price) ??
        (lossTicks > 0 ? checkSide(CODE.profitSide, side === 'sell', priceTicks, lastTicks, instrument.price) : null))
      : null;
  if (refusal !== null) return refusal;
  const freeze = stopFreeze(instrument, intent);
  return checkBalance(freeze.units, availableUnits(freeze.coinId));
}
